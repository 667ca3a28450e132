"""Walking, rings and pawns: T-14 to T-20."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

NOT_YET = Words(
    de="Die Figur zieht erst, wenn der Baustein gesetzt oder zurückgelegt ist.",
    en="The pawn moves only after the piece has been built or boxed.",
)
RING_NOT_YET = Words(
    de="Ein Bauring wird erst nach dem Würfeln eingesetzt.",
    en="A building ring is used only after the roll.",
)

WALKING: tuple[Rule, ...] = (
    Rule(
        RuleId("T-14"),
        Words(
            de="Felder sind die Oberseiten der Würfel, über denen eine Zelle frei ist. Der Tisch ist ein einziger neutraler Platz auf Ebene 0; rundum zugebaute Stellen des Tischs gehören nicht dazu.",
            en="Fields are the tops of cubes with one free cell above. The table is one neutral place at level 0; spots of it that are walled in all round do not belong to it.",
        ),
        where="Turmbauer, Die Bewegungsregeln",
        broken={
            "": Words(
                de="Auf Ebene {level} ist hier kein Feld: Es fehlt der Würfel darunter oder die freie Zelle darüber.",
                en="There is no field here on level {level}: the cube below or the free cell above is missing.",
            )
        },
    ),
    Rule(
        RuleId("T-15"),
        Words(
            de="Nach dem Bauen darf die Figur ziehen, beliebig weit über neutrale, dunkelbraune und eigene Felder, nie auf oder über fremde Farben.",
            en="After building the pawn may move, any distance over neutral, dark-brown and its own fields, never onto or across other colours.",
        ),
        where="Turmbauer, Die Bewegungsregeln",
        broken={
            "foreign": Words(
                de="Das Feld auf Ebene {level} trägt eine fremde Farbe; ohne Ring b ist es tabu.",
                en="The field on level {level} shows another colour; without ring b it is out of bounds.",
            ),
            "phase_start": NOT_YET,
            "phase_roll": NOT_YET,
            "phase_build": NOT_YET,
            "phase_done": Words(
                de="Die Figur ist in diesem Zug schon gezogen.",
                en="The pawn has already moved in this turn.",
            ),
        },
    ),
    Rule(
        RuleId("T-16"),
        Words(
            de="Gezogen wird geradeaus oder zur Seite, nie diagonal, je Schritt höchstens eine Stufe hinauf oder hinunter, so viele Schritte man will, auch über den Tisch.",
            en="Steps go straight or sideways, never diagonally, each at most one level up or down, as many as you like, also across the table.",
        ),
        where="Turmbauer, Die Bewegungsregeln",
        ruling=Words(
            de="Über dem tieferen Feld muss alles frei sein, bis hinauf zur Zelle der Figur auf dem höheren.",
            en="Everything above the lower field must be free, up to the pawn's cell on the higher one.",
        ),
        broken={
            "": Words(
                de="Von Ebene {level} führt kein freier Weg zu diesem Feld auf Ebene {target}.",
                en="No free way leads from level {level} to this field on level {target}.",
            ),
            "table": Words(
                de="Von hier führt kein freier Weg hinunter auf den Tisch.",
                en="No free way leads from here down to the table.",
            ),
            "own_place": Words(
                de="Dort steht die Figur schon; wer nicht ziehen will, sagt Fertig.",
                en="The pawn stands there already; if you do not want to move, say DONE.",
            ),
        },
    ),
    Rule(
        RuleId("T-17"),
        Words(
            de="Auf einem Feld steht nur eine Figur, und über ein besetztes Feld wird nicht gezogen. Auf dem Tisch ist Platz für alle.",
            en="Only one pawn stands on a field, and nobody passes over an occupied one. The table has room for all.",
        ),
        where="Turmbauer, Die Bewegungsregeln",
        broken={
            "": Words(
                de="Auf diesem Feld auf Ebene {level} steht schon eine andere Figur.",
                en="Another pawn already stands on this field on level {level}.",
            )
        },
    ),
    Rule(
        RuleId("T-18"),
        Words(
            de="Nach dem Würfeln darf ein Bauring in die Schachtel: a) die Würfel gelten nicht, b) fremde Farben und Figuren halten die eigene Figur nicht auf, c) ein einziger Schritt über genau zwei Stufen.",
            en="After the roll one building ring may go to the box: (a) the dice do not count, (b) other colours and pawns do not stop your pawn, (c) one single step of exactly two levels.",
        ),
        where="Turmbauer, Die Bauringe",
        ruling=Words(
            de="Höchstens einer je Zug; a nur vor dem Bauen, b und c, bis die Figur gezogen ist.",
            en="At most one per turn; a only before building, b and c until the pawn has moved.",
        ),
        broken={
            "second": Words(
                de="In diesem Zug ist schon Ring {ring} eingesetzt; mehr als einer geht nicht.",
                en="Ring {ring} has already been used in this turn; one is all you get.",
            ),
            "none": Words(
                de="Diese Farbe hat keinen Bauring mehr.",
                en="This colour has no building ring left.",
            ),
            "phase_start": RING_NOT_YET,
            "phase_roll": RING_NOT_YET,
            "phase_move": Words(
                de="Für Ring a ist es zu spät: Gebaut ist schon.",
                en="It is too late for ring a: the piece is already built.",
            ),
            "phase_done": Words(
                de="Für einen Bauring ist es zu spät: Die Figur ist schon gezogen.",
                en="It is too late for a building ring: the pawn has already moved.",
            ),
        },
    ),
    Rule(
        RuleId("T-19"),
        Words(
            de="Um an die Figur zu kommen, darf ein Baustein kurz herausgenommen werden. Er kommt an dieselbe Stelle zurück und öffnet keinen neuen Weg.",
            en="To reach the pawn, a piece may be taken out for a moment. It goes back to the same place and opens no new way.",
        ),
        where="Turmbauer, Weitere Regeln",
    ),
    Rule(
        RuleId("T-20"),
        Words(
            de="Eine Figur darf überbaut, aber nicht eingeschlossen werden: Ihre Zelle bleibt frei, und ein Nachbarfeld oder der Tisch bleibt mit einem Schritt erreichbar.",
            en="A pawn may be built over but not walled in: its cell stays free, and a neighbour field or the table stays one step away.",
        ),
        where="Turmbauer, Weitere Regeln",
        ruling=Words(
            de="Farben und andere Figuren spielen dafür keine Rolle; verboten ist nur, den letzten Ausweg zu nehmen.",
            en="Colours and other pawns do not matter here; only taking the last way out is forbidden.",
        ),
        broken={
            "": Words(
                de="Der Baustein nimmt der Figur auf Ebene {level} den letzten freien Weg.",
                en="The piece takes the last way out of the pawn on level {level}.",
            ),
            "cell": Words(
                de="Hier steht eine Figur; ihre Zelle muss frei bleiben.",
                en="A pawn stands here; its cell must stay free.",
            ),
        },
    ),
)
