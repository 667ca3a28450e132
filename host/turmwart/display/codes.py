"""QR codes as drawings: the one door to segno."""

import io

import segno


def qr(text: str) -> str:
    """An SVG without size, colours or XML declaration of its own."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", xmldecl=False, omitsize=True, border=4, light="#fff", dark="#000"
    )
    return drawn.getvalue().decode()
