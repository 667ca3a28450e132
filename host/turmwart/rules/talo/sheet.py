"""The rules of Talo in our own words."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

OVER = Words(
    de="Das Spiel ist zu Ende; es geht nichts mehr.",
    en="The game is over; nothing more can be done.",
)

SHEET: tuple[Rule, ...] = (
    Rule(
        RuleId("L-1"),
        Words(
            de="Jede Figur steht zu Beginn auf einem eigenen Startfeld. Wer am jüngsten ist, fängt an; danach geht es im Uhrzeigersinn.",
            en="Every pawn begins on a start field of its own. The youngest goes first, then clockwise.",
        ),
        where="Talo, Vor dem Spielen; Ablauf",
    ),
    Rule(
        RuleId("L-2"),
        Words(
            de="Ein Zug: würfeln, Steine nehmen, damit bauen und die Figur bewegen.",
            en="A turn: roll, take bricks, build with them and move the pawn.",
        ),
        where="Talo, Ablauf",
        broken={
            "not_in_roll": Words(
                de="Der Zug ist noch nicht vorbei: Zuerst wird gewürfelt.",
                en="The turn is not over yet: first roll the die.",
            ),
            "not_in_build": Words(
                de="Jetzt wird gebaut: Die gewürfelten Steine müssen erst gesetzt sein.",
                en="Now is the time to build: the bricks of this roll must be set first.",
            ),
            "not_in_move": Words(
                de="In diesem Zug ist schon gewürfelt und gebaut.",
                en="This turn's roll and bricks are already done.",
            ),
            "not_in_done": Words(
                de="Dreimal gewürfelt, nichts hat gepasst: Dieser Zug ist vorbei.",
                en="Three rolls and nothing fitted: this turn is over.",
            ),
        },
    ),
    Rule(
        RuleId("L-3"),
        Words(
            de="Man nimmt aus dem Vorrat genau einen Stein der gewürfelten Länge oder genau zwei, die zusammen so lang sind, und baut sie alle ein.",
            en="Take from the supply exactly one brick of the rolled length, or exactly two that add up to it, and build all you took.",
        ),
        where="Talo, 1. Würfeln und Holzsteine nehmen",
        ruling=Words(
            de="Der erste Stein eines Paars braucht seinen Partner im Vorrat. Findet der zweite keinen erlaubten Platz, geht er zurück.",
            en="The first brick of a pair needs its partner in the supply. A second brick without a legal place goes back.",
        ),
        broken={
            "missing": Words(
                de="So viele Steine dieser Länge gibt es im Vorrat nicht mehr: {missing}.",
                en="The supply does not have these bricks any more: {missing}.",
            ),
            "too_many": Words(
                de="Mehr als zwei Steine baut man in einem Zug nie.",
                en="Nobody builds more than two bricks in one turn.",
            ),
            "length": Words(
                de="Gebaut ist {lengths}, zu bauen ist aber noch genau {rest}.",
                en="That makes {lengths}, but exactly {rest} is to be built.",
            ),
            "partner": Words(
                de="Zur Länge {lengths} gehört noch ein Stein der Länge {partner}, und den gibt der Vorrat nicht her.",
                en="A brick of length {lengths} needs a second one of length {partner}, and the supply has none to spare.",
            ),
            "not_in_roll": Words(
                de="Vor dem Bauen wird gewürfelt.",
                en="Roll before you build.",
            ),
            "not_in_move": Words(
                de="Alle Steine dieses Wurfs sind gesetzt; mehr wird in diesem Zug nicht gebaut.",
                en="All bricks of this roll are set; there is no more building this turn.",
            ),
            "not_in_done": Words(
                de="Nach drei vergeblichen Würfen wird in diesem Zug nicht gebaut.",
                en="After three failed rolls there is no building this turn.",
            ),
        },
    ),
    Rule(
        RuleId("L-4"),
        Words(
            de="Passt nichts aus dem Vorrat, würfelt man noch einmal, insgesamt bis zu dreimal. Hilft auch das nicht, wird weder gebaut noch gezogen.",
            en="If nothing in the supply fits, roll again, three times at most. If that does not help, there is neither building nor moving this turn.",
        ),
        where="Talo, 1. Würfeln und Holzsteine nehmen",
        ruling=Words(
            de="Das gilt auch, wenn etwas passen würde, aber nirgends erlaubt stehen kann.",
            en="The same holds when something would fit but has no legal place.",
        ),
    ),
    Rule(
        RuleId("L-5"),
        Words(
            de="Steine liegen längs oder quer oder stehen aufrecht, in jeder Höhe genau im Raster. Neue Stapel dürfen überall auf dem Plan beginnen.",
            en="Bricks lie along or across or stand upright, exactly on the grid at every height. New stacks may start anywhere on the board.",
        ),
        where="Talo, Das Bauen",
        broken={
            "": Words(
                de="Ein Stein liegt gerade im Raster, längs, quer oder aufrecht, nie schräg oder gekippt.",
                en="A brick is straight on the grid, along, across or upright, never diagonal or tilted.",
            )
        },
    ),
    Rule(
        RuleId("L-6"),
        Words(
            de="Was unmittelbar auf dem Plan liegt, ragt nicht über dessen Rand; ab der zweiten Lage ist das erlaubt.",
            en="What lies on the board itself does not stick out over its edge; from the second layer on it may.",
        ),
        where="Talo, Das Bauen, Beachte",
        broken={
            "": Words(
                de="Auf dem Plan selbst darf kein Stein über den Rand ragen.",
                en="On the board itself no brick may stick out over the edge.",
            )
        },
    ),
    Rule(
        RuleId("L-7"),
        Words(
            de="Höher als Ebene 10 wird nicht gebaut.",
            en="Nothing is built higher than level 10.",
        ),
        where="Talo, Das Bauen, Beachte",
        broken={
            "": Words(
                de="Der Bau würde Ebene {level} erreichen; bei 10 ist Schluss.",
                en="The building would reach level {level}; 10 is the limit.",
            )
        },
    ),
    Rule(
        RuleId("L-8"),
        Words(
            de="Der Bau bleibt jederzeit im Gleichgewicht, auch ohne das Gewicht der Figuren: Der Schwerpunkt liegt innerhalb dessen, was trägt. Auf einem einzelnen aufrechten Stein halten so nur 3, 5, 7 und 9, mittig aufgelegt; gerade Längen brauchen einen höheren Nachbarn zum Anlehnen oder ein gleichzeitig gesetztes Gegengewicht.",
            en="The building is in balance at all times, without the weight of any pawn: the centre of mass lies inside what bears it. So on a single upright brick only 3, 5, 7 and 9 hold, centred; even lengths need a higher neighbour to lean on, or a counterweight set at the same time.",
        ),
        where="Talo, Besonderheit; Besondere Konstruktionen",
        ruling=Words(
            de="Es zählen nur senkrechte Kräfte, weder Reibung noch Seitenflächen. Genau auf der Kante kippt es, außer angelehnt an einen aufrechten Stein, der mindestens zwei Zellen hoch ist und mindestens so weit hinaufreicht. Unter 1 mm Standsicherheit ist strittig. Verstoß ist nur, was neu aus dem Gleichgewicht gerät.",
            en="Only vertical forces count, neither friction nor side faces. Exactly on the edge it tips, except when leaning on an upright brick at least two cells high that reaches at least as high. Less than 1 mm of margin is disputed. Only what is newly out of balance is a violation.",
        ),
        broken={
            "tips": Words(
                de="So kippt es: Der Schwerpunkt liegt nicht über dem, was trägt.",
                en="This tips over: the centre of mass is not above what bears it.",
            ),
            "doubtful": Words(
                de="Das steht auf der Kippe, mit weniger als 1 mm Spielraum. Der Tisch entscheidet.",
                en="This is on the brink, with less than 1 mm to spare. The table decides.",
            ),
        },
    ),
    Rule(
        RuleId("L-9"),
        Words(
            de="Zwei gleichzeitig gesetzte Steine sind ein einziger Bauschritt; dazwischen wird nicht gezogen.",
            en="Two bricks set at the same time are a single step; no pawn moves in between.",
        ),
        where="Talo, Besondere Konstruktionen",
    ),
    Rule(
        RuleId("L-10"),
        Words(
            de="Auf Ebene 0 bleibt eine Figur stehen, bis sie auf einen Stein gleich nebenan steigen kann, der eine Stufe hoch ist.",
            en="On level 0 a pawn stays where it is until it can climb onto a brick right next to it that is one step high.",
        ),
        where="Talo, Das Bewegen der Figur",
        ruling=Words(
            de="Zurück auf den Plan geht es nicht (Option return_to_board).",
            en="There is no way back to the board (option return_to_board).",
        ),
        broken={
            "": Words(
                de="Auf dem Plan selbst wird nicht gezogen, und zurück auf ihn geht es so nicht.",
                en="Pawns do not walk on the board itself, and there is no such way back to it.",
            )
        },
    ),
    Rule(
        RuleId("L-11"),
        Words(
            de="Auf den Steinen geht die Figur beliebig weit, nie schräg, und nimmt dabei Stufen von höchstens einer Höhe, hinauf wie hinunter; wer die Steine gebaut hat, spielt keine Rolle.",
            en="On bricks the pawn goes as far as it likes, never diagonally, by steps of at most one level up or down, whoever built them.",
        ),
        where="Talo, Das Bewegen der Figur",
        broken={
            "own_place": Words(
                de="Dort steht die Figur schon.",
                en="The pawn is already there.",
            ),
            "no_field": Words(
                de="Auf Ebene {level} gibt es dort kein Feld zum Stehen.",
                en="There is no field to stand on at level {level} there.",
            ),
            "too_far": Words(
                de="Dorthin auf Ebene {level} führt kein Weg aus Stufen von höchstens einer Höhe.",
                en="No way of steps of at most one level leads there, to level {level}.",
            ),
        },
    ),
    Rule(
        RuleId("L-12"),
        Words(
            de="Auf das Feld einer anderen Figur wird nicht gezogen und über sie hinweg auch nicht.",
            en="A pawn goes neither onto another pawn's field nor over it.",
        ),
        where="Talo, Das Bewegen der Figur, Beachte",
        broken={
            "": Words(
                de="Dort steht schon eine andere Figur.",
                en="Another pawn is standing there.",
            )
        },
    ),
    Rule(
        RuleId("L-13"),
        Words(
            de="Eine Figur steht und geht nur, wo über dem Feld mindestens zwei Zellen frei sind.",
            en="A pawn stands and passes only where at least two cells above the field are free.",
        ),
        where="Talo, Besondere Konstruktionen",
        ruling=Words(
            de="In die zwei Zellen über dem Feld einer Figur wird nichts gebaut. Einzäunen ist erlaubt, und für einen Schritt genügt die freie Höhe beider Felder.",
            en="Nothing is built into the two cells above a pawn's field. Fencing in is allowed, and a step needs no more than the headroom of both fields.",
        ),
        broken={
            "built": Words(
                de="Hier steht eine Figur: Zwei Zellen über ihrem Feld bleiben frei.",
                en="A pawn stands here: two cells above its field stay free.",
            ),
            "low": Words(
                de="Hier ist es zu niedrig: Eine Figur braucht zwei freie Zellen.",
                en="It is too low here: a pawn needs two free cells.",
            ),
        },
    ),
    Rule(
        RuleId("L-14"),
        Words(
            de="Ziehen darf man vor, zwischen und nach den Bauschritten, so oft man will, aber nur in einem Zug, in dem man baut.",
            en="You may move before, between and after the building steps, as often as you like, but only in a turn in which you build.",
        ),
        where="Talo, 2. Mit den Holzsteinen bauen und die Figur bewegen",
        broken={
            "not_in_roll": Words(
                de="Vor dem Ziehen wird gewürfelt.",
                en="Roll before you move.",
            ),
            "not_in_done": Words(
                de="Wer nicht bauen kann, zieht auch nicht.",
                en="Whoever cannot build does not move either.",
            ),
        },
    ),
    Rule(
        RuleId("L-15"),
        Words(
            de="Kann eine Figur durch keinen Weiterbau je wieder Ebene 10 erreichen, darf sie zu Beginn ihres nächsten Zugs, vor dem ersten Wurf, auf einem freien Feld des Plans neu anfangen.",
            en="A pawn that no further building can ever bring to level 10 may start anew on a free field of the board, at the beginning of its next turn, before the first roll.",
        ),
        where="Talo, Das Bewegen der Figur",
        ruling=Words(
            de="Erlaubt, wenn es beweisbar ist: Selbst wenn jede leere Zelle nach Wunsch gefüllt oder frei wäre und alle anderen Figuren fort, führte keine Treppe hinauf. Sonst entscheidet der Tisch.",
            en="Legal when it can be proven: even if every empty cell were filled or free at will and all other pawns gone, no stairs would lead up. Otherwise the table decides.",
        ),
        broken={
            "taken": Words(
                de="Dieses Feld ist besetzt; neu gestartet wird auf einem freien.",
                en="This field is taken; a new start needs a free one.",
            ),
            "agreed": Words(
                de="Dass die Figur nie mehr nach oben kommt, lässt sich nicht beweisen. Der Tisch entscheidet.",
                en="It cannot be proven that the pawn will never get up there. The table decides.",
            ),
            **dict.fromkeys(
                ("not_in_roll", "not_in_build", "not_in_move", "not_in_done"),
                Words(
                    de="Neu gestartet wird nur einmal im Zug und nur vor dem ersten Wurf.",
                    en="A new start comes once in a turn, and only before the first roll.",
                ),
            ),
        },
    ),
    Rule(
        RuleId("L-16"),
        Words(
            de="Wessen Figur als erste auf Ebene 10 steht, gewinnt auf der Stelle, auch vor oder zwischen den Bauschritten.",
            en="The first pawn that stands on level 10 wins on the spot, also before or between building steps.",
        ),
        where="Talo, Ende des Spiels",
        broken={"over": OVER},
    ),
    Rule(
        RuleId("L-17"),
        Words(
            de="Stürzt der Bau ein, wird er wieder aufgebaut, wie er war. Geht das nicht, ist das Spiel aus, und wer ihn umgeworfen hat, hat verloren.",
            en="A collapsed building is rebuilt as it was. If that cannot be done, the game is over and whoever caused it has lost.",
        ),
        where="Talo, Einsturz",
        ruling=Words(
            de="Die anderen gewinnen gemeinsam. Ein einzelner Stein, der beim Setzen herunterfällt, ist kein Einsturz.",
            en="The others share the win. A single brick that drops while being placed is no collapse.",
        ),
        broken={"over": OVER},
    ),
    Rule(
        RuleId("L-18"),
        Words(
            de="Konnte eine ganze Runde lang niemand bauen, ist das Spiel aus: Die höchste Figur gewinnt, bei Gleichstand gemeinsam.",
            en="If nobody could build for one whole round, the game is over: the highest pawn wins, ties share the win.",
        ),
        broken={"over": OVER},
    ),
)
