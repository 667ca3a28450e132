// The table in three dimensions. It draws when something has changed and never otherwise.

import * as three from "./vendor/three.js";

const FRONT = {
  row: { around: 0, lift: 20, tall: 90, wide: 0 },
  table: { around: -32, lift: 26, tall: 40, wide: 60 },
  board: { around: -32, lift: 30, tall: 80, wide: 0 },
  blocks: { around: -14, lift: 20, tall: 120, wide: 150 },
};
const PLUMBS = {
  stable: { paint: "reachable", sign: "✓" },
  marginal: { paint: "newest", sign: "!" },
  unstable: { paint: "offending", sign: "✕" },
};
const BOARD = 10;
const PATIENCE_MS = 4000;
const HOME_MS = 600;
const radians = (degrees) => (degrees * Math.PI) / 180;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A disc with broken edges, so that a stack can be counted from its shadows.
function discGeometry() {
  const profile = [[0, 0], [0.47, 0], [0.5, 0.09], [0.5, 0.91], [0.47, 1], [0, 1]];
  return new three.LatheGeometry(profile.map(([x, y]) => new three.Vector2(x, y)), 48).rotateX(Math.PI / 2);
}

function pawnGeometry() {
  const profile = [[0, 0], [0.5, 0], [0.5, 0.08], [0.3, 0.22], [0.17, 0.55], [0.26, 0.66], [0.29, 0.78], [0.24, 0.92], [0.12, 0.985], [0, 1]];
  return new three.LatheGeometry(profile.map(([x, y]) => new three.Vector2(x, y)), 32).rotateX(Math.PI / 2);
}

const boxGeometry = () => new three.BoxGeometry(1, 1, 1).translate(0, 0, 0.5);

function ballGeometry() {
  const arc = Array.from({ length: 13 }, (_, n) => (n * Math.PI) / 12);
  return new three.LatheGeometry(arc.map((a) => new three.Vector2(Math.sin(a) / 2, (1 - Math.cos(a)) / 2)), 24).rotateX(Math.PI / 2);
}

const middleOf = (values) => (Math.min(...values) + Math.max(...values)) / 2;

function* boxCorners(low, high) {
  for (let corner = 0; corner < 8; corner++) {
    yield new three.Vector3(...[0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high[axis] : low[axis])));
  }
}

export class Tower {
  constructor(home, tags, palette) {
    Object.assign(this, { home, tags, palette });
    this.renderer = new three.WebGLRenderer({ antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = three.PCFSoftShadowMap;
    home.prepend(this.renderer.domElement);
    this.scene = new three.Scene();
    this.camera = new three.PerspectiveCamera(24, 1, 10, 5000);
    this.camera.up.set(0, 0, 1);
    this.geometries = { disc: discGeometry(), pawn: pawnGeometry(), box: boxGeometry(), ball: ballGeometry() };
    this.edges = new three.EdgesGeometry(this.geometries.box);
    this.materials = new Map();
    this.solids = new three.Group();
    this.scene.add(this.solids);
    this.light();
    this.turned = { around: 0, lift: 0 };
    this.frames = 0;
    this.listen();
  }

  light() {
    this.scene.add(new three.HemisphereLight(0xfff8ee, 0xc4ab8a, 2.1));
    this.sun = new three.DirectionalLight(0xfff1dc, 2.3);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0015;
    this.sun.shadow.normalBias = 0.4;
    this.scene.add(this.sun, this.sun.target);
  }

  listen() {
    new ResizeObserver(() => this.resize()).observe(this.home);
    this.resize();
    this.home.addEventListener("pointerdown", (event) => this.home.setPointerCapture(event.pointerId));
    this.home.addEventListener("click", (event) => this.touch(event));
    this.home.addEventListener("pointermove", (event) => {
      if (event.buttons) this.turn(-event.movementX * 0.4, event.movementY * 0.3);
    });
    const arrows = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, 5], ArrowDown: [0, -5] };
    this.home.addEventListener("keydown", (event) => {
      if (!(event.key in arrows)) return;
      event.preventDefault();
      this.turn(...arrows[event.key]);
    });
  }

  // Tells what was touched: the nearest solid under the finger.
  touch(event) {
    const box = this.home.getBoundingClientRect();
    const spot = new three.Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    this.ray ??= new three.Raycaster();
    this.ray.setFromCamera(spot, this.camera);
    const hit = this.ray.intersectObjects(this.solids.children, false).find(({ object }) => object.userData.shape);
    this.onTouch?.(hit?.object.userData.shape ?? null);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.home;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.redraw();
  }

  turn(around, lift) {
    const front = FRONT[this.picture.ground].lift;
    this.turned.around += around;
    this.turned.lift = Math.min(85 - front, Math.max(4 - front, this.turned.lift + lift));
    clearTimeout(this.homing);
    this.homing = setTimeout(() => this.comeHome({ ...this.turned }, performance.now()), PATIENCE_MS);
    this.redraw();
  }

  // The view comes back by itself.
  comeHome(from, since) {
    const left = calm() ? 0 : Math.max(0, 1 - (performance.now() - since) / HOME_MS) ** 3;
    this.turned = { around: from.around * left, lift: from.lift * left };
    this.redraw();
    if (left) requestAnimationFrame(() => this.comeHome(from, since));
  }

  show(picture) {
    this.picture = picture;
    this.solids.clear();
    this.addGround();
    for (const shape of picture.shapes) this.addShape(shape);
    for (const mark of picture.marks) this.addMark(mark);
    if (picture.plumb) this.addPlumb(picture.plumb);
    this.aimSun();
    this.tagSpots = [...picture.labels.map((label) => this.tag(label)), ...this.plumbTags(picture.plumb)];
    this.tags.replaceChildren(...this.tagSpots.map((spot) => spot.element));
    this.redraw();
  }

  material(colour) {
    if (!this.materials.has(colour)) {
      const paint = this.palette[colour] ?? this.palette.natural;
      this.materials.set(colour, new three.MeshStandardMaterial({ color: paint, roughness: 0.62, metalness: 0 }));
    }
    return this.materials.get(colour);
  }

  flat(key, options) {
    if (!this.materials.has(key)) this.materials.set(key, new three.MeshBasicMaterial(options));
    return this.materials.get(key);
  }

  place(mesh, { at, size, turn = 0 }, grow = 0) {
    mesh.position.set(at[0], at[1], at[2] - grow / 2);
    mesh.scale.set(size[0] + grow, size[1] + grow, size[2] + grow);
    mesh.rotation.z = radians(turn);
    this.solids.add(mesh);
    return mesh;
  }

  addShape(shape) {
    const geometry = this.geometries[shape.kind];
    const solid = this.place(new three.Mesh(geometry, this.material(shape.colour)), shape);
    solid.castShadow = solid.receiveShadow = true;
    solid.userData.shape = shape;
    if (shape.kind === "box") this.place(new three.LineSegments(this.edges, this.seam()), shape, 0.05);
    if (shape.newest) {
      const rim = this.flat("rim", { color: this.palette.newest, side: three.BackSide });
      this.place(new three.Mesh(geometry, rim), shape, 2.2);
    }
  }

  seam() {
    if (!this.materials.has("seam")) {
      this.materials.set("seam", new three.LineBasicMaterial({ color: 0x3a2a1a, transparent: true, opacity: 0.35 }));
    }
    return this.materials.get("seam");
  }

  addMark(mark) {
    const color = this.palette[mark.meaning];
    const glass = this.flat(`mark ${mark.meaning}`, { color, transparent: true, opacity: 0.28, depthWrite: false });
    this.place(new three.Mesh(this.geometries.box, glass), mark, 0.6);
    const line = `line ${mark.meaning}`;
    if (!this.materials.has(line)) this.materials.set(line, new three.LineBasicMaterial({ color, depthTest: mark.meaning === "place" }));
    this.place(new three.LineSegments(this.edges, this.materials.get(line)), mark, 0.8);
  }

  // The plumb bob is seen through everything: from the centre of mass down to the ground.
  addPlumb({ at: [x, y, z], standing }) {
    const color = this.palette[PLUMBS[standing].paint];
    const seen = this.flat(`plumb ${standing}`, { color, depthTest: false, transparent: true });
    const cord = { at: [x, y, 0], size: [1.6, 1.6, Math.max(z, 1)] };
    const ball = { at: [x, y, z - 4], size: [8, 8, 8] };
    const foot = { at: [x, y, 0], size: [16, 16, 0.6] };
    for (const [kind, part] of [["box", cord], ["ball", ball], ["disc", foot]]) {
      this.place(new three.Mesh(this.geometries[kind], seen), part).renderOrder = 2;
    }
  }

  plumbTags(plumb) {
    if (!plumb) return [];
    const { at: [x, y, z], standing, margin_mm: margin } = plumb;
    const text = `${PLUMBS[standing].sign} ${margin === null ? "–" : `${String(Math.round(margin)).replace("-", "−")} mm`}`;
    const spot = this.tag({ text, at: [x, y, z + 12] });
    spot.element.classList.add("plumb");
    spot.element.dataset.standing = standing;
    return [spot];
  }

  // A plank under the row, the board under Talo, else only the shadow on the table.
  addGround() {
    const { low, high } = this.extent();
    const wide = [high[0] - low[0], high[1] - low[1]];
    const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    const planked = { row: 14, board: 8 }[this.picture.ground];
    if (planked !== undefined) {
      const plank = { at: [...middle, -6], size: [wide[0] + planked, wide[1] + planked, 5.9] };
      const mesh = this.place(new three.Mesh(this.geometries.box, this.material("plank")), plank);
      mesh.receiveShadow = true;
    }
    if (this.picture.ground === "board") this.addBoard();
    const table = { at: [...middle, -6.1], size: [2000, 2000, 1] };
    this.shade ??= new three.ShadowMaterial({ opacity: 0.22 });
    this.place(new three.Mesh(this.plane(), this.shade), table).receiveShadow = true;
  }

  // Talo's 100 fields, light and a little darker by turns.
  addBoard() {
    const edge = this.picture.cell_mm;
    for (let field = 0; field < BOARD * BOARD; field++) {
      const [x, y] = [field % BOARD, Math.floor(field / BOARD)];
      const tile = { at: [(x + 0.5) * edge, (y + 0.5) * edge, -0.05], size: [edge - 0.6, edge - 0.6, 1] };
      this.place(new three.Mesh(this.plane(), this.material("board")), tile).receiveShadow = true;
    }
  }

  plane() {
    this.geometries.plane ??= new three.PlaneGeometry(1, 1);
    return this.geometries.plane;
  }

  // What the picture spans; never less than its game's usual size, so that it seldom changes.
  extent() {
    const low = [Infinity, Infinity, 0];
    const { tall, wide } = FRONT[this.picture.ground];
    const high = [-Infinity, -Infinity, tall];
    if (this.picture.ground === "board") {
      const side = BOARD * this.picture.cell_mm;
      [low[0], low[1], high[0], high[1]] = [0, 0, side, side];
    } else if (wide) {
      [low[0], low[1], high[0], high[1]] = [-wide, -wide, wide, wide];
    }
    for (const { at, size } of this.picture.shapes) {
      for (const axis of [0, 1]) {
        low[axis] = Math.min(low[axis], at[axis] - size[axis] / 2);
        high[axis] = Math.max(high[axis], at[axis] + size[axis] / 2);
      }
      high[2] = Math.max(high[2], at[2] + size[2]);
    }
    return Number.isFinite(low[0]) ? { low, high } : { low: [-100, -100, 0], high: [100, 100, high[2]] };
  }

  aimSun() {
    const { low, high } = this.extent();
    const middle = low.map((value, axis) => (value + high[axis]) / 2);
    const reach = Math.hypot(...low.map((value, axis) => high[axis] - value));
    this.sun.target.position.set(middle[0], middle[1], 0);
    this.sun.position.set(middle[0] - reach * 0.5, middle[1] - reach * 0.7, reach * 1.2);
    const frustum = this.sun.shadow.camera;
    Object.assign(frustum, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: reach * 4 });
    frustum.updateProjectionMatrix();
  }

  // The points that have to be in the picture: every solid's corners, and the ground's.
  *corners() {
    const { low, high } = this.extent();
    const pad = this.picture.ground === "row" ? [12, 26, 4] : [4, 4, 4];
    const whole = { low: low.map((v, axis) => v - pad[axis]), high: high.map((v, axis) => v + pad[axis]) };
    const flat = this.picture.ground === "table" || this.picture.ground === "blocks";
    if (!flat) yield* boxCorners(whole.low, [whole.high[0], whole.high[1], this.picture.ground === "row" ? whole.high[2] : 0]);
    for (const { at, size } of [...this.picture.shapes, ...this.picture.marks]) {
      const half = Math.max(size[0], size[1]) / 2;
      yield* boxCorners([at[0] - half, at[1] - half, at[2]], [at[0] + half, at[1] + half, at[2] + size[2]]);
    }
    if (flat) yield* boxCorners([-40, -40, 0], [40, 40, FRONT[this.picture.ground].tall]);
  }

  // Sets the camera so that everything is in the picture and in its middle.
  aim() {
    const { around, lift } = FRONT[this.picture.ground];
    const turn = radians(around + this.turned.around);
    const rise = radians(lift + this.turned.lift);
    const towards = new three.Vector3(Math.sin(turn) * Math.cos(rise), -Math.cos(turn) * Math.cos(rise), Math.sin(rise));
    const right = new three.Vector3(Math.cos(turn), Math.sin(turn), 0);
    const up = new three.Vector3().crossVectors(towards, right);
    const spots = [...this.corners()].map((spot) => [spot.dot(right), spot.dot(up), spot.dot(towards)]);
    const [x, y, z] = [0, 1, 2].map((axis) => middleOf(spots.map((spot) => spot[axis])));
    const middle = new three.Vector3().addScaledVector(right, x).addScaledVector(up, y).addScaledVector(towards, z);
    const steep = Math.tan(radians(this.camera.fov / 2)) * 0.94;
    const reach = ([a, b, near]) => near - z + Math.max(Math.abs(a - x) / this.camera.aspect, Math.abs(b - y)) / steep;
    const distance = Math.max(...spots.map(reach));
    this.camera.position.copy(middle).addScaledVector(towards, distance);
    this.camera.lookAt(middle);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  tag(label) {
    const element = document.createElement("span");
    element.textContent = label.text;
    element.className = label.at[2] > 0 ? "tall" : "ground";
    return { element, at: new three.Vector3(...label.at) };
  }

  placeTags() {
    const { clientWidth: width, clientHeight: height } = this.home;
    for (const { element, at } of this.tagSpots) {
      const spot = at.clone().project(this.camera);
      const x = ((spot.x + 1) / 2) * width;
      const y = ((1 - spot.y) / 2) * height;
      element.style.transform = `translate(-50%, -50%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  redraw() {
    if (this.pending || !this.picture) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.aim();
      this.renderer.render(this.scene, this.camera);
      this.placeTags();
      this.home.dataset.turned = String(Math.round(this.turned.around));
      this.home.dataset.frames = String(++this.frames);
    });
  }
}
