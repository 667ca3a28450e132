"""Falling, ending and playing in pairs of colours: T-21 to T-25."""

from turmwart.rules.sheet import Rule, Words
from turmwart.rules.verdicts import RuleId

OVER = {
    "over": Words(
        de="Das Spiel ist zu Ende; es wird nicht mehr gezogen.",
        en="The game is over; there are no more turns.",
    )
}

ENDING: tuple[Rule, ...] = (
    Rule(
        RuleId("T-21"),
        Words(
            de="Fallen in einem Zug ein oder zwei Bausteine, werden sie zurückgesetzt. Fallen drei oder mehr auf einmal, ist das ein Einsturz, und das Spiel ist aus.",
            en="If one or two pieces fall in a turn, they are put back. Three or more at once are a collapse, and the game is over.",
        ),
        where="Turmbauer, Weitere Regeln",
        ruling=Words(
            de="Der eben gesetzte Baustein zählt mit.", en="The piece just set counts as well."
        ),
    ),
    Rule(
        RuleId("T-22"),
        Words(
            de="Nach zwölf Runden haben alle ihre Bausteine gebraucht; die höchste Figur gewinnt. Bei Gleichstand gewinnt, wer weniger Teile in der Schachtel hat, dann, wer mehr Bauringe übrig hat, sonst wird der Sieg geteilt.",
            en="After twelve rounds everybody has used all pieces; the highest pawn wins. A tie goes to whoever has fewer cubes in the box, then to whoever has more rings left; otherwise the win is shared.",
        ),
        where="Turmbauer, Spielende",
        broken=OVER,
    ),
    Rule(
        RuleId("T-23"),
        Words(
            de="Wer den Turm zum Einsturz bringt, hat verloren. Von den anderen gewinnt, wer davor am höchsten stand, dann, wer weniger Teile in Vorrat und Schachtel hat, dann, wer mehr Bauringe hat; sonst ist es unentschieden.",
            en="Whoever makes the tower collapse has lost. Of the others the one who stood highest before wins, then the one with fewer cubes in supply and box, then the one with more rings; otherwise it is a draw.",
        ),
        where="Turmbauer, Spielende",
        broken=OVER,
    ),
    Rule(
        RuleId("T-24"),
        Words(
            de="Zu zweit spielt jeder zwei Farben, immer abwechselnd; Vorräte, Ringe und Figuren bleiben getrennt. Es zählt die Summe beider Höhen, und nach einem Einsturz gewinnt der andere.",
            en="With two players each plays two colours, always in turn; supplies, rings and pawns stay apart. The sum of both heights counts, and after a collapse the other player wins.",
        ),
        where="Turmbauer, Das Spiel zu zweit",
        ruling=Words(
            de="Auch die eigene zweite Farbe ist für eine Figur fremd. Zu dritt bleibt eine Farbe draußen.",
            en="Even your own second colour is foreign to a pawn. With three players one colour stays out.",
        ),
        broken=OVER,
    ),
    Rule(
        RuleId("T-25"),
        Words(
            de="Die Höhe einer Figur sind die Stockwerke unter ihr; auf dem Tisch ist sie 0.",
            en="A pawn's height is the number of floors below it; on the table it is 0.",
        ),
        where="Turmbauer, Das Spiel zu zweit",
    ),
)
