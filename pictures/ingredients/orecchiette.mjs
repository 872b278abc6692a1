/** Orecchiette with sausage and broccoli rabe: the pasta, the sausage out of the pan, the greens braised soft. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, outline, piece } from '../shapes.mjs'

const SEMOLINA = palette('#a8711f', '#d3a24a', '#e8c274', '#f3d99c'),
  OILED = hex('#bd8420')

/** One little ear: dragged under the thumb, so its outside is rough, its rim thick, its hollow smooth. */
function ear(c, { x, y, z, s, rng }) {
  const r = s * rng.in(0.9, 1.08),
    ry = r * rng.in(0.74, 0.92),
    seed = rng.seed(),
    cup = rng.chance(0.7),
    turn = rng.angle(),
    steep = rng.in(0.05, 0.32),
    lean = [Math.cos(turn) * steep, Math.sin(turn) * steep],
    tone = rng.in(-0.09, 0.08)
  piece(c, {
    x,
    y,
    z,
    r,
    ry,
    rot: rng.angle(),
    outline: outline(rng, { wobble: 0.06, ragged: 0.006, lobes: 5 }),
    form: () => 0,
    soft: 0.6,
    paint: (o, u, v, d) => {
      const p = u / r,
        q = v / ry,
        far = Math.min(1, Math.hypot(p, q)),
        drag = fbm(p * 2 + 0.6 * q, q * 9, 3, seed),
        tall = Math.sqrt(Math.max(0, 1 - far * far)),
        off = Math.hypot(p - lean[0] * 0.5, q - lean[1] * 0.5),
        hollow = smooth(0.74, 0.1, off)
      ramp(
        o,
        SEMOLINA,
        0.6 + tone + 0.16 * drag + (cup ? 0.16 * smooth(0.55, 0.85, off) - 0.2 * hollow : 0.16 * tall),
      )
      over(o, OILED, (cup ? 0.5 * hollow : 0.2) * (0.7 + 0.6 * drag))
      o.h =
        r * (lean[0] * p + lean[1] * q) +
        (cup ? r * (0.5 * Math.min(1, tall * 1.7) - 0.46 * hollow) : r * (0.62 * tall + 0.05 * drag)) +
        0.5 * drag
      o.gloss = 0.6 + 0.4 * (cup ? hollow : smooth(-0.1, 0.3, drag))
      shade(o, 0.88 + 0.12 * smooth(0, r * 0.12, d))
    },
  })
}

/** s is the heap's radius. */
function ears(c, { x, y, s, rng, n = 150, size = 27, mound = 0.3 }) {
  const z = c.restAt(x, y, s * 0.6)
  for (let i = 0; i < n; i++) {
    const q = Math.sqrt(1 - i / n) * rng.in(0.9, 1.03),
      a = i * 2.4 + rng.in(-0.5, 0.5),
      px = x + Math.cos(a) * s * q * 0.96,
      py = y + Math.sin(a) * s * q * 0.96
    ear(c, {
      x: px,
      y: py,
      s: size,
      rng,
      z: Math.max(z + s * mound * (1 - q * q), c.heightAt(px, py) - size * 0.35) + rng.in(0, 7),
    })
  }
}

const MEAT = palette('#44190a', '#823f1c', '#b4693a', '#d29260')

/** Sausage broken up in the pan: craggy, dark where it lay on the iron, a fennel seed here and there. */
function fennelSausage(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    tone = rng.in(-0.12, 0.12)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.6, 0.85),
    rot: rot ?? rng.angle(),
    lift: -2,
    outline: outline(rng, { wobble: 0.16, ragged: 0.03, lobes: 6 }),
    height: s * 0.62,
    edge: s * 0.6,
    soft: 0.3,
    paint: (o, u, v) => {
      const n = fbm((u / s) * 2.4, (v / s) * 2.4, 3, seed),
        k = cells((u / s) * 3.6, (v / s) * 3.6, seed + 1),
        fine = fbm((u / s) * 8, (v / s) * 8, 2, seed + 2)
      ramp(o, MEAT, 0.55 + tone + 0.3 * n + 0.3 * (0.5 - k.f1) + 0.15 * fine)
      over(
        o,
        hex('#260f06'),
        0.7 * smooth(0.12, 0.45, fbm((u / s) * 1.4 + 5, (v / s) * 1.4, 3, seed + 3) + 0.15 * fine),
      )
      over(o, hex('#e3b98c'), 0.5 * smooth(0.3, 0.45, noise((u / s) * 5, (v / s) * 5, seed + 4)))
      over(o, hex('#8f8a3c'), 0.8 * smooth(0.52, 0.6, noise((u / s) * 6, (v / s) * 3, seed + 5)))
      o.h += s * (0.2 * (0.5 - k.f1) + 0.07 * fine + 0.08 * n)
      o.gloss = 0.55 + 0.45 * smooth(0, 0.4, n)
    },
  })
}

const GREEN = palette('#142f0b', '#284f15', '#457623', '#75a23c'),
  RIB = hex('#9dbb62')

/** A leaf of rabe gone soft in the pan: it lies in folds over what is below. */
function rabeLeaf(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    bow = rng.in(-0.4, 0.4),
    broad = rng.in(0.34, 0.46),
    z = c.restAt(x, y, s * 0.5) + 2
  c.stamp(
    x,
    y,
    s * 1.35,
    rot ?? rng.angle(),
    (u, v0, o) => {
      const p = u / s,
        t = (p + 1) / 2
      if (t <= 0 || t >= 1) return false
      const v = v0 / s - bow * (0.5 - p * p) + 0.05 * noise(p * 3, 2, seed),
        blade =
          broad * Math.sin(Math.PI * t ** 0.75) ** 0.8 * (1 + 0.22 * noise(p * 6, v > 0 ? 1 : 5, seed + 1)),
        half = Math.max(t < 0.3 ? 0.045 : 0.01, t < 0.16 ? 0 : blade),
        d = half - Math.abs(v)
      o.a = cover(-d * s, c.px)
      if (o.a <= 0) return false
      const q = v / half,
        folds = Math.sin(p * 9 + q * 2.5 + 2 * noise(p * 3, q * 2, seed + 2)),
        n = fbm(p * 4, q * 3, 3, seed + 3),
        vein = smooth(0.13, 0.04, Math.abs(q)) * smooth(1, 0.55, t)
      ramp(o, GREEN, 0.42 + 0.2 * folds * Math.abs(q) + 0.35 * n)
      over(o, RIB, 0.75 * vein)
      o.h = s * (0.05 + 0.07 * folds * Math.abs(q) + 0.05 * (1 - q * q) + 0.02 * n + 0.025 * vein)
      o.gloss = 0.75 + 0.25 * n
      o.soft = 0.45
    },
    'solid',
    z,
  )
}

const GARLIC = palette('#a8701c', '#d9a544', '#f0d080', '#f9e8b4')

/** A slice of garlic, gold from the oil. */
function goldGarlic(c, { x, y, s, rot, rng }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.6,
    rot: rot ?? rng.angle(),
    lift: 1,
    outline: (a) => 0.94 + 0.08 * Math.cos(a) - 0.1 * smooth(0.5, 0, Math.abs(a)),
    height: s * 0.22,
    edge: s * 0.3,
    gloss: 0.8,
    soft: 0.7,
    paint: (o, u, v, d) => {
      ramp(o, GARLIC, 0.85 + 0.2 * noise(u * 0.2, v * 0.2, seed) - 0.75 * smooth(s * 0.3, 0, d))
      o.h += 0.05 * v
    },
  })
}

export const ORECCHIETTE = {
  'little-ears': ears,
  'fennel-sausage': fennelSausage,
  'rabe-leaf': rabeLeaf,
  'gold-garlic': goldGarlic,
}
