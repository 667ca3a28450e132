// The picture of the table: a drawing at once, in three dimensions as soon as that is loaded.

import { byId, say } from "./dom.js";
import { t, words } from "./texts.js";

const NAMED_MS = 4000;

// The place and the owner of what was touched, in a few words.
function cellName(view, { kind, colour, cell: [x, y, z], name }) {
  if (view.picture.ground === "row") return t("touched.disc", { field: x, n: z });
  const seat = view.seats.find((one) => one.colour === colour);
  const who = seat ? words(seat.name) : "";
  const what = kind === "pawn" ? t("touched.pawn", { who }) : name ? t("touched.block", { name, who }) : t("touched.stone");
  return `${what.trim()} · ${t("touched.cell", { x, y, level: z + (kind === "pawn" ? 0 : 1) })}`;
}

const hasWebGl = () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return gl !== null;
};

export class Stage {
  // *source* is where the drawing of the shown view comes from.
  constructor(palette, source = () => "/picture.svg") {
    Object.assign(this, { palette, source });
    this.view = null;
    this.tower = null;
    this.layers = Infinity;
    this.scene = byId("scene");
    this.drawing = byId("drawing");
    byId("layers").addEventListener("input", (event) => this.peel(event.target));
  }

  // *fresh*: the picture is another one than before.
  show(view, fresh) {
    const first = this.view === null;
    this.view = view;
    if (!fresh) return;
    this.setLayers();
    this.draw();
    if (first) setTimeout(() => this.load(), 0);
  }

  draw() {
    if (this.tower) this.tower.show(this.peeled());
    else this.drawFlat();
  }

  // The old drawing stays until the new one can be shown.
  async drawFlat() {
    const layers = Number.isFinite(this.layers) ? `&layers=${this.layers}` : "";
    const next = new Image();
    next.src = `${this.source()}?of=${this.view.seq}-${performance.now()}${layers}`;
    const wanted = (this.wanted = next.src);
    await next.decode().catch(() => {});
    if (this.wanted !== wanted || this.tower) return;
    this.drawing.src = next.src;
    this.scene.dataset.drawn = "svg";
  }

  async load() {
    if (!hasWebGl()) return;
    const { Tower } = await import("./tower.js");
    this.tower = new Tower(this.scene, byId("tags"), this.palette);
    this.tower.onTouch = (shape) => this.label(shape);
    this.tower.show(this.peeled());
    this.drawing.hidden = true;
    this.scene.dataset.drawn = "webgl";
  }

  // What was touched is named for a while.
  label(shape) {
    clearTimeout(this.naming);
    const named = shape?.cell ?? null;
    byId("touched").hidden = !named;
    if (!named) return;
    say(byId("touched"), cellName(this.view, shape));
    this.naming = setTimeout(() => (byId("touched").hidden = true), NAMED_MS);
  }

  levels() {
    const { shapes, layer_mm: layer } = this.view.picture;
    const tops = shapes.filter((shape) => shape.kind === "box").map((s) => s.at[2] + s.size[2]);
    return layer ? Math.round(Math.max(0, ...tops) / layer) : 0;
  }

  setLayers() {
    const slider = byId("layers");
    const levels = this.levels();
    byId("peel").dataset.shown = String(this.view.picture.ground !== "row" && levels > 1);
    const whole = !Number.isFinite(this.layers) || this.layers >= levels;
    slider.max = String(Math.max(levels, 1));
    if (whole) {
      this.layers = Infinity;
      slider.value = slider.max;
    }
  }

  peel(slider) {
    this.layers = slider.value === slider.max ? Infinity : Number(slider.value);
    this.draw();
  }

  peeled() {
    const picture = this.view.picture;
    if (!Number.isFinite(this.layers) || !picture.layer_mm) return picture;
    const top = (this.layers - 0.5) * picture.layer_mm;
    const below = (thing) => thing.at[2] < top;
    return { ...picture, shapes: picture.shapes.filter(below), marks: picture.marks.filter(below) };
  }
}
