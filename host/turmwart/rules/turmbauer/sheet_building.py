"""Setting up, choosing a piece and building: T-1 to T-13."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

BUILDING: tuple[Rule, ...] = (
    Rule(
        RuleId("T-1"),
        Words(
            de="Der Grundstein liegt in der Mitte, die Figuren stehen daneben auf dem Tisch. Alle würfeln einmal; wer am höchsten wirft, beginnt, dann geht es im Uhrzeigersinn weiter.",
            en="The cornerstone lies in the middle, the pawns stand beside it on the table. Everybody rolls one die; the highest begins, then play goes clockwise.",
        ),
        where="Turmbauer, Spielvorbereitung",
    ),
    Rule(
        RuleId("T-2"),
        Words(
            de="Ein Zug: mit beiden Würfeln würfeln, genau einen Baustein aus dem eigenen Vorrat verbauen, danach nach Wunsch die Figur einmal ziehen, dann Fertig.",
            en="A turn: roll both dice, build exactly one piece from your supply, then move your pawn once if you like, then DONE.",
        ),
        where="Turmbauer, Ablauf einer Spielrunde",
        broken={
            "supply": Words(
                de="Der Baustein {piece} ist nicht mehr im Vorrat.",
                en="Piece {piece} is no longer in the supply.",
            ),
            "phase_start": Words(
                de="Erst wird ausgewürfelt, wer beginnt.",
                en="First the dice decide who begins.",
            ),
            "phase_roll": Words(
                de="Dieser Zug beginnt mit dem Würfeln.",
                en="This turn begins with a roll of the dice.",
            ),
            "phase_build": Words(
                de="Gewürfelt ist schon; jetzt wird ein Baustein verbaut.",
                en="The dice have been rolled; now a piece is built.",
            ),
            "phase_move": Words(
                de="Der Baustein dieses Zugs ist schon gesetzt; jetzt zieht die Figur, oder der Zug ist fertig.",
                en="This turn's piece is already set; now the pawn moves, or the turn is done.",
            ),
            "phase_done": Words(
                de="In diesem Zug ist alles getan; es fehlt nur noch Fertig.",
                en="Everything in this turn is done; only DONE is missing.",
            ),
        },
    ),
    Rule(
        RuleId("T-3"),
        Words(
            de="Der Baustein hat so viele Teile, wie einer der beiden Würfel zeigt; die Summe zählt nicht.",
            en="The piece has as many cubes as one of the two dice shows; their sum does not count.",
        ),
        where="Turmbauer, Ablauf einer Spielrunde",
        broken={
            "": Words(
                de="Der Baustein hat {size} Teile, gewürfelt sind {first} und {second}.",
                en="The piece has {size} cubes, but the dice show {first} and {second}.",
            ),
            "single": Words(
                de="Der Baustein hat nur 1 Teil, gewürfelt sind {first} und {second}.",
                en="The piece is a single cube, but the dice show {first} and {second}.",
            ),
        },
    ),
    Rule(
        RuleId("T-4"),
        Words(
            de="Bei einem Pasch darf jeder Baustein des Vorrats verbaut werden.",
            en="After doubles any piece of the supply may be built.",
        ),
        where="Turmbauer, Sonderfälle beim Würfeln",
    ),
    Rule(
        RuleId("T-5"),
        Words(
            de="Ist nur eine der beiden Größen noch im Vorrat, muss diese verbaut werden. Ring a hebt das auf.",
            en="If only one of the two sizes is left in the supply, that one must be built. Ring a lifts this.",
        ),
        where="Turmbauer, Sonderfälle beim Würfeln",
    ),
    Rule(
        RuleId("T-6"),
        Words(
            de="Ist keine der beiden Größen mehr im Vorrat, wird nicht gebaut: Ein Baustein eigener Wahl geht ungenutzt in die Schachtel. Die Figur darf trotzdem ziehen.",
            en="If neither size is left in the supply, nothing is built: one piece of your choice goes unused into the box. The pawn may still move.",
        ),
        where="Turmbauer, Sonderfälle beim Würfeln",
        ruling=Words(
            de="Eine Größe ohne regelgerechten Platz zählt, als wäre sie nicht im Vorrat; ein strittiger Platz ist keiner.",
            en="A size without a legal place counts as not in the supply; a disputed place is none.",
        ),
        broken={
            "": Words(
                de="Zurückgelegt wird nur, wenn nichts passt; der Baustein {piece} lässt sich aber noch verbauen.",
                en="A piece is boxed only if nothing fits, but {piece} can still be built.",
            )
        },
    ),
    Rule(
        RuleId("T-7"),
        Words(
            de="Der erste Baustein jeder Farbe liegt mit einer ganzen Fläche am Grundstein an, oben oder seitlich; er darf auf dem Tisch stehen.",
            en="The first piece of each colour lies with a whole face against the cornerstone, on top or beside it; it may stand on the table.",
        ),
        where="Turmbauer, Die Bauregeln",
        broken={
            "": Words(
                de="Im ersten Zug muss der Baustein den Grundstein selbst berühren, mit einer ganzen Fläche.",
                en="In the first turn the piece must touch the cornerstone itself, with a whole face.",
            )
        },
    ),
    Rule(
        RuleId("T-8"),
        Words(
            de="Vom zweiten Zug einer Farbe an berührt kein Teil eines neuen Bausteins mehr den Tisch.",
            en="From a colour's second turn on, no cube of a new piece touches the table.",
        ),
        where="Turmbauer, Die Bauregeln",
        broken={
            "": Words(
                de="Der Baustein steht auf dem Tisch; das ist nur im ersten Zug erlaubt, und jetzt läuft Runde {round}.",
                en="The piece stands on the table; that is allowed in the first turn only, and this is round {round}.",
            )
        },
    ),
    Rule(
        RuleId("T-9"),
        Words(
            de="Mindestens eine ganze Fläche des neuen Bausteins liegt an einer Fläche des Grundsteins oder eines gebauten Bausteins, ob oben, unten oder seitlich.",
            en="At least one whole face of the new piece lies against a face of the cornerstone or of a built piece, be it above, below or beside.",
        ),
        where="Turmbauer, Die Bauregeln",
        broken={
            "": Words(
                de="Der Baustein berührt das Bauwerk mit keiner ganzen Fläche.",
                en="The piece does not touch the building with a whole face.",
            )
        },
    ),
    Rule(
        RuleId("T-10"),
        Words(
            de="Das Schachbrettmuster gilt in alle drei Richtungen: Neben, über und unter Naturholz kommt Farbe oder Dunkelbraun und umgekehrt.",
            en="The chessboard pattern holds in all three directions: beside, above and below natural wood comes colour or dark brown, and the other way round.",
        ),
        where="Turmbauer, Die Bauregeln",
        ruling=Words(
            de="Der Grundstein gibt das Muster vor; ein falsch gesetzter Baustein ändert für spätere nichts.",
            en="The cornerstone sets the pattern; a misplaced piece changes nothing for later ones.",
        ),
        broken={
            "": Words(
                de="Das Schachbrettmuster stimmt nicht: Farbe und Naturholz sind hier vertauscht.",
                en="The chessboard pattern is broken: colour and natural wood are swapped here.",
            )
        },
    ),
    Rule(
        RuleId("T-11"),
        Words(
            de="Bausteine sitzen im Raster, nicht verschoben.",
            en="Pieces sit on the grid, not shifted.",
        ),
        where="Turmbauer, Die Bauregeln",
        broken={
            "": Words(
                de="Der Baustein sitzt schief; bitte gerade rücken.",
                en="The piece is not straight; please straighten it.",
            )
        },
    ),
    Rule(
        RuleId("T-12"),
        Words(
            de="Unter einem Baustein darf eine Lücke bleiben, und in eine Lücke darf später ein Baustein geschoben werden.",
            en="A gap may remain below a piece, and a later piece may be pushed into a gap.",
        ),
        where="Turmbauer, Die Bauregeln",
    ),
    Rule(
        RuleId("T-13"),
        Words(
            de="In keiner waagerechten Richtung hängt mehr als ein Teil des Bausteins über. Eine Brücke zwischen zwei Auflagen ist kein Überhang.",
            en="In no horizontal direction does more than one part of the piece hang over. A bridge between two supports is no overhang.",
        ),
        where="Turmbauer, Die Bauregeln",
        ruling=Words(
            de="Gezählt wird ab der äußersten aufliegenden Spalte: Nach „extent“ ragt keine Spalte weiter als eine Zelle hinaus, nach „count“ höchstens ein einzelner Würfel; bei „ask“ entscheidet der Tisch, wo beides auseinandergeht (Option overhang, Vorgabe extent). Ein nur seitlich gehaltener Baustein ist nicht erlaubt.",
            en="Counted from the outermost borne column: by 'extent' no column juts out more than one cell, by 'count' at most one single cube; with 'ask' the table decides where the two differ (option overhang, default extent). A piece held from the side only is not allowed.",
        ),
        broken={
            "": Words(
                de="Der Baustein hängt zu weit über: {cubes} seiner Würfel ragen über die Auflage hinaus.",
                en="The piece hangs over too far: {cubes} of its cubes jut out beyond what bears it.",
            ),
            "doubtful": Words(
                de="{cubes} Würfel ragen über die Auflage hinaus, keiner aber weiter als eine Zelle. Der Tisch entscheidet.",
                en="{cubes} cubes jut out beyond what bears the piece, but none by more than one cell. The table decides.",
            ),
            "held": Words(
                de="Der Baustein liegt nirgends auf; nur seitlich gehalten darf er nicht werden.",
                en="The piece rests on nothing; holding it from the side alone is not allowed.",
            ),
        },
    ),
)
