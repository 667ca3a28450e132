"""The sheet of Make 'n' Break in our own words, and what a table is told when it is broken."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

SAME_LAYOUT = {
    "layout": Words(
        de="Das ist nicht die Anordnung der Karte. Sie zeigt {wanted}, gebaut: {built} (Zahl der Steine).",
        en="This is not the arrangement on the card. It shows {wanted}, built: {built} (number of blocks).",
    ),
    "missing": Words(
        de="Es fehlt etwas: Die Karte zeigt {wanted}, gebaut: {built} (Zahl der Steine).",
        en="Something is missing: the card shows {wanted}, built: {built} (number of blocks).",
    ),
    "mirror": Words(
        de="Das ist spiegelverkehrt: Links und rechts sind vertauscht.",
        en="This is a mirror image: left and right are exchanged.",
    ),
}

SHEET: tuple[Rule, ...] = (
    Rule(
        RuleId("M-1"),
        Words(
            de="Wer am jüngsten ist, baut zuerst; dann geht es im Uhrzeigersinn. Den Timer hält, wer rechts vom Baumeister sitzt.",
            en="The youngest builds first, then it goes clockwise. The neighbour on the builder's right holds the timer.",
        ),
        where="Make 'n' Break, Vorbereitung",
    ),
    Rule(
        RuleId("M-2"),
        Words(
            de="Der Baumeister würfelt, der Nachbar drückt Stopp und stellt die Zahl ein. Auf „Alles klar!“ startet er die Uhr, und erst dann wird die erste Karte aufgedeckt.",
            en="The builder rolls, the neighbour presses stop and sets the number. On 'Alles klar!' the clock starts, and only then the first card is turned.",
        ),
        where="Make 'n' Break, ... und los geht's",
        broken={
            "roll": Words(
                de="Noch nicht: Zuerst wird gewürfelt.",
                en="Not yet: the builder rolls first.",
            ),
            "start": Words(
                de="Noch nicht: Erst „Alles klar!“ startet die Uhr.",
                en="Not now: the next thing is 'Alles klar!', which starts the clock.",
            ),
            "build": Words(
                de="Die Uhr läuft schon: Jetzt wird gebaut.",
                en="The clock is running already: now is the time to build.",
            ),
        },
    ),
    Rule(
        RuleId("M-3"),
        Words(
            de="Gebaut wird, was die Karte zeigt. Auf farbigen Karten gehört jeder Stein in seiner Farbe an seinen Platz, auf grauen spielt die Farbe keine Rolle.",
            en="Build what the card shows. On colour cards each block belongs in its place by colour, on grey cards any colour will do.",
        ),
        where="Make 'n' Break, Das Bauen",
        broken={
            "": Words(
                de="Die Anordnung stimmt, die Farben nicht. Steine in falscher Farbe: {wrong}.",
                en="The arrangement is right, the colours are not. Blocks in the wrong colour: {wrong}.",
            )
        },
    ),
    Rule(
        RuleId("M-4"),
        Words(
            de="Richtig ist ein Bauwerk, wenn jeder Stein liegt oder steht wie auf der Karte, auf denselben Steinen ruht, dieselben berührt und von links nach rechts dieselbe Folge hat. Übrige Steine berühren es nicht.",
            en="A building is right when each block lies or stands as on the card, rests on the same blocks, touches the same ones and keeps the order from left to right. Spare blocks do not touch it.",
        ),
        where="Make 'n' Break, Das Bauen",
        ruling=Words(
            de="Wo es steht, ist frei; jeder Stein darf um ein Viertel der Steinlänge abweichen. Flächen, die sich auf ein Zehntel der Steinbreite nahe sind, berühren sich. Spiegelverkehrt ist falsch, außer die Karte ist symmetrisch.",
            en="Where it stands is free, and each block may be off by a quarter of a block's length. Faces within a tenth of a block's width touch. A mirror image is wrong unless the card is symmetric.",
        ),
        broken={
            **SAME_LAYOUT,
            "spare": Words(
                de="Ein übriger Stein berührt das Bauwerk; er muss weg. Zahl solcher Steine: {spare}.",
                en="A spare block touches the building and has to go. Number of such blocks: {spare}.",
            ),
        },
    ),
    Rule(
        RuleId("M-5"),
        Words(
            de="Räumliche Karten zeigen nicht jeden Stein ganz. Richtig ist jede Anordnung, die zum Bild passt.",
            en="Cards in three dimensions do not show every block in full. Every arrangement that fits the picture is right.",
        ),
        where="Make 'n' Break, Vorstoß in die dritte Dimension",
        broken=SAME_LAYOUT,
    ),
    Rule(
        RuleId("M-6"),
        Words(
            de="Wer einen Fehler sieht, sagt es gleich. Er wird behoben, bevor die nächste Karte kommt; die Uhr läuft weiter.",
            en="Whoever sees a mistake says so at once. It is corrected before the next card; the clock runs on.",
        ),
        where="Make 'n' Break, Das Bauen",
    ),
    Rule(
        RuleId("M-7"),
        Words(
            de="Steht das Bauwerk richtig und läuft die Uhr noch, wird es eingerissen, die Karte beiseitegelegt und die nächste aufgedeckt. Alle zehn Steine sind wieder frei.",
            en="When the building is right and the clock still runs, it is knocked over, the card laid aside and the next one turned. All ten blocks are free again.",
        ),
        where="Make 'n' Break, Das Bauen",
        ruling=Words(
            de="Fertig heißt: Hände weg vor dem Klingeln, und es steht eine Sekunde lang. Karten werden nicht übersprungen.",
            en="Finished means hands off before the bell, and standing for one second. No card is skipped.",
        ),
    ),
    Rule(
        RuleId("M-8"),
        Words(
            de="Gehen die Karten zur Neige, kommen die abgelegten gemischt unter den Stapel.",
            en="When few cards are left, the discards are shuffled under the deck.",
        ),
        where="Make 'n' Break, Hinweis",
        ruling=Words(
            de="Das heißt: weniger als zehn zu Beginn eines Zugs, oder keine mehr mitten im Zug.",
            en="That is: fewer than ten at a turn's start, or none left within a turn.",
        ),
    ),
    Rule(
        RuleId("M-9"),
        Words(
            de="Klingelt es, ist sofort Schluss. Die unfertige Karte zählt nichts und wird abgelegt.",
            en="When the bell rings, stop at once. The unfinished card scores nothing and is discarded.",
        ),
        where="Make 'n' Break, Wertung",
        broken={
            "roll": Words(
                de="Die Uhr läuft nicht, also zählt kein Bauwerk: Zuerst wird gewürfelt.",
                en="The clock is not running, so no building counts: the builder rolls first.",
            ),
            "start": Words(
                de="Die Uhr läuft nicht, also zählt kein Bauwerk: Erst kommt „Alles klar!“.",
                en="The clock is not running, so no building counts: 'Alles klar!' comes first.",
            ),
            "no_card": Words(
                de="Es liegt keine Karte mehr auf: In diesem Zug ist alles gebaut.",
                en="There is no card left to build in this turn.",
            ),
        },
    ),
    Rule(
        RuleId("M-10"),
        Words(
            de="Der Baumeister bekommt die Punkte seiner fertigen Karten. Steine und Stapel gehen an den nächsten Baumeister, der Timer an dessen rechten Nachbarn.",
            en="The builder scores the points of the finished cards. Blocks and deck go to the next builder, the timer to that player's right-hand neighbour.",
        ),
        where="Make 'n' Break, Wertung",
    ),
    Rule(
        RuleId("M-11"),
        Words(
            de="Schluss ist, wenn alle viermal gebaut haben. Die meisten Punkte gewinnen; bei Gleichstand gewinnen mehrere.",
            en="The game ends when everybody has built four times. Most points win; a tie has several winners.",
        ),
        where="Make 'n' Break, Ende des Spiels",
        broken={
            "over": Words(
                de="Das Spiel ist zu Ende: Alle haben oft genug gebaut.",
                en="The game is over: everybody has had all turns.",
            )
        },
    ),
    Rule(
        RuleId("M-12"),
        Words(
            de="Ohne Würfel: drei Runden, in denen der Timer für alle auf 1, dann auf 2, dann auf 3 steht.",
            en="Without the die: three rounds, with the timer at 1 for all, then at 2, then at 3.",
        ),
        where="Make 'n' Break, Das Spiel ohne Würfelglück",
    ),
    Rule(
        RuleId("M-13"),
        Words(
            de="Mit jüngeren Baumeistern: Karten mit blauer Ziffer für die Jungen und Ungeübten, mit roter für die Geübten. Jede Karte zählt einen Punkt.",
            en="With young builders: cards with a blue numeral for the young and inexperienced, with a red one for the experts. Every card scores one point.",
        ),
        where="Make 'n' Break, Das Spiel mit jüngeren Baumeistern",
    ),
)
