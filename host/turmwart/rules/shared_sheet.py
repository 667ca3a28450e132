"""The rules that hold in every game, in our own words."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

SHARED: tuple[Rule, ...] = (
    Rule(
        RuleId("X-1"),
        Words(
            de="Es zählt, was steht, wenn die Hände weg sind, und erst mit „Fertig“. Bis dahin ist alles Probe.",
            en="What stands after the hands have left counts, and only once DONE is pressed. Until then everything is a trial.",
        ),
        where="Turmbauer, Weitere Regeln",
        ruling=Words(de="Gilt in allen vier Spielen.", en="Holds in all four games."),
    ),
    Rule(
        RuleId("X-2"),
        Words(
            de="Der Turmwart warnt, die Menschen entscheiden. Fertig auf einer regelwidrigen Probe fragt einmal nach; noch einmal Fertig hält sie so fest, wie sie steht.",
            en="The warden warns, people decide. DONE on an illegal trial asks once; DONE again records it as it stands.",
        ),
    ),
    Rule(
        RuleId("X-3"),
        Words(
            de="Bis zu einem Viertel Zelle Versatz und 10 Grad Drehung gilt ein Stein als gerade; darüber bittet der Turmwart, ihn zurechtzurücken.",
            en="Up to a quarter of a cell off and 10 degrees turned a block counts as straight; beyond that the warden asks to straighten it.",
        ),
        broken={
            "": Words(
                de="Das liegt schief: bitte gerade rücken.",
                en="This is not straight: please straighten it.",
            )
        },
    ),
    Rule(
        RuleId("X-4"),
        Words(
            de="„Muss“ ist Pflicht, „darf“ ist freigestellt; wo das Blatt „muss“ sagt, wird nicht freiwillig gepasst.",
            en="'Must' is a duty, 'may' is an option; there is no voluntary pass where the sheet says must.",
        ),
    ),
    Rule(
        RuleId("X-5"),
        Words(
            de="Würfelergebnisse gehören ins Protokoll. Wer beim Auswürfeln des Beginns gleichauf liegt, würfelt noch einmal.",
            en="Dice results belong to the journal. Those who tie when rolling for the start roll again.",
        ),
    ),
    Rule(
        RuleId("X-6"),
        Words(
            de="Gewürfelt wird elektronisch; ein Tisch darf stattdessen echte Würfel eingeben.",
            en="Electronic dice are the default; a table may enter physical dice by hand instead.",
        ),
    ),
    Rule(
        RuleId("X-7"),
        Words(
            de="Zwei Körper teilen sich keine Zelle, nichts liegt unter dem Boden, jeder Stein ist ganz und sitzt gerade im Raster. Was dagegen verstößt, lässt sich nicht festhalten.",
            en="No two bodies share a cell, nothing lies below the ground, every body is whole and straight on the grid. What breaks this cannot be recorded.",
        ),
        broken={
            "": Words(
                de="So kann das nicht stehen: Hier ist schon etwas.",
                en="It cannot stand like this: something is there already.",
            ),
            "sunk": Words(
                de="So kann das nicht stehen: Es läge unter dem Boden.",
                en="It cannot stand like this: it would lie below the ground.",
            ),
            "both": Words(
                de="So kann das nicht stehen: Hier ist schon etwas, und es läge unter dem Boden.",
                en="It cannot stand like this: something is there already, and it would lie below the ground.",
            ),
        },
    ),
)
