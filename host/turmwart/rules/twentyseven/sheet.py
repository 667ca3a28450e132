"""The rules of 27 in our own words."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

SHEET: tuple[Rule, ...] = (
    Rule(
        RuleId("D-1"),
        Words(
            de="Vor dem Zug zählt man die eigenen Türme: alle Stapel, auf denen eine eigene Scheibe obenauf liegt, auch einzelne Scheiben und die Stapel auf Start und Ziel.",
            en="Before moving, count your own towers: every stack with one of your discs on top, single discs and the stacks on start and goal included.",
        ),
        where="27, Spielweise",
    ),
    Rule(
        RuleId("D-2"),
        Words(
            de="Man zieht einen eigenen Turm oder beliebig viele seiner obersten Scheiben genau so viele Felder vorwärts, wie man Türme hat. Die Reihenfolge bleibt, fremde Scheiben kommen mit, und landen darf man überall.",
            en="Move one of your towers, or any number of discs from its top, exactly as many fields ahead as you have towers. The order is kept, foreign discs come along, and you may land on anything.",
        ),
        where="27, Spielweise",
        broken={
            "foreign": Words(
                de="Auf Feld {field} liegt keine eigene Scheibe obenauf; man zieht nur eigene Türme.",
                en="The top disc on field {field} is not yours; you move only your own towers.",
            ),
            "too_many": Words(
                de="Auf der Grundscheibe von Feld {field} liegen nur {above} Scheiben, nicht {count}.",
                en="Above the base of field {field} there are only {above} discs to take, not {count}.",
            ),
            "single": Words(
                de="Auf der Grundscheibe von Feld {field} liegt nur eine Scheibe; {count} sind nicht da.",
                en="Above the base of field {field} there is only one disc to take, not {count}.",
            ),
            "bare": Words(
                de="Auf Feld {field} liegt nur die Grundscheibe; zu nehmen gibt es dort nichts.",
                en="There is nothing but the base on field {field}, so no disc to take.",
            ),
            "distance": Words(
                de="Die Weite des Zugs ist {gone}, verlangt ist aber genau {steps}: so viele Türme hat man.",
                en="The move has length {gone}, but it must be exactly {steps}: one for each of your towers.",
            ),
        },
    ),
    Rule(
        RuleId("D-3"),
        Words(
            de="Rückwärts wird nie gezogen, und niemand zieht über die rote Zielscheibe hinaus: Das Ziel wird genau erreicht.",
            en="Nobody moves backwards, and nobody moves past the red goal disc: the goal is reached by exact count.",
        ),
        where="27, Spielweise, Wichtig",
        broken={
            "backward": Words(
                de="Das geht rückwärts; gezogen wird nur auf das Ziel zu.",
                en="That goes backwards; towers move only towards the goal.",
            ),
            "overshoot": Words(
                de="Von Feld {field} geht es mit Schrittzahl {steps} über das Ziel hinaus; dieser Turm bleibt stehen.",
                en="From field {field} a move of length {steps} leads past the goal; this tower stays where it is.",
            ),
        },
    ),
    Rule(
        RuleId("D-4"),
        Words(
            de="Wer ziehen kann, muss ziehen. Wer nicht kann, setzt aus; der andere zieht weiter, bis sich wieder ein Zug ergibt.",
            en="Whoever can move must move. Whoever cannot is skipped; the other goes on until there is a move again.",
        ),
        where="27, Spielweise",
    ),
    Rule(
        RuleId("D-5"),
        Words(
            de="Kann niemand mehr ziehen, ist das Spiel aus. Verglichen wird die Höhe der beiden Stapel an den Enden; jede Scheibe zählt, der höhere gewinnt.",
            en="When nobody can move, the game is over. The heights of the two end stacks are compared; every disc counts, the higher one wins.",
        ),
        where="27, Spielende",
        ruling=Words(de="Gleich hoch ist unentschieden.", en="The same height is a draw."),
        broken={
            "over": Words(
                de="Das Spiel ist zu Ende; es wird nicht mehr gezogen.",
                en="The game is over; there are no more moves.",
            )
        },
    ),
    Rule(
        RuleId("D-6"),
        Words(
            de="Variante Grau: Zieht ein ganzer Stapel, darf seine graue Grundscheibe mit. Die Reihe rückt danach zusammen; gezählt wird vorher. Ein Stapel mit Grau obenauf gehört niemandem.",
            en="Variant grey: when a whole stack moves, its grey base may come along. The row then closes up; steps are counted before. A stack with grey on top is nobody's.",
        ),
        where="27, Varianten",
        broken={
            "fixed": Words(
                de="Diese Grundscheibe bleibt in dieser Spielart liegen.",
                en="This base stays where it is in this variant.",
            ),
            "part": Words(
                de="Die Grundscheibe kommt nur mit, wenn der ganze Stapel zieht.",
                en="The base comes along only when the whole stack moves.",
            ),
        },
    ),
    Rule(
        RuleId("D-7"),
        Words(
            de="Variante Rot: Auch die roten Grundscheiben dürfen mit. Ziel ist das jeweilige Ende der Reihe.",
            en="Variant red: the red bases may come along too. The goals are the current ends of the row.",
        ),
        where="27, Varianten, noch schwerer",
        ruling=Words(
            de="Bleibt nur ein Feld übrig, ist das Spiel unentschieden.",
            en="When only one field is left, the game is a draw.",
        ),
    ),
)
