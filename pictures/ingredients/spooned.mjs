/** What is spooned out soft and warm: beans in their stew, potato salad, boiled egg, polenta. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, scatter } from '../shapes.mjs'
import { block, nugget } from './makers.mjs'
import { liquidPaint } from './sauces.mjs'

/** Waxy potato, cut in dice and boiled: its corners have softened. */
const boiledPotato = (dressing) =>
  block({
    colours: ['#d3a747', '#ebcb76', '#f7e3a4', '#fbeec4'],
    long: 1.12,
    corner: 0.32,
    warp: 0.05,
    high: 0.85,
    edge: 0.42,
    rough: 0.012,
    gloss: 0.55,
    soft: 0.65,
    mottle: 0.22,
    tilt: 0.22,
    extra: (o, u, v, d, seed) => {
      if (!dressing) return
      const k = smooth(-0.3, 0.25, fbm(u * 1.1, v * 1.1, 2, seed + 7))
      over(o, dressing, 0.5 * k)
      o.h += 1.2 * k
      o.gloss += 0.25 * k
    },
  })

const MUSTARD_CREAM = hex('#efc43c')

/** Chunks of potato that hold their mustard dressing, heaped close; whole grains of mustard in it. */
function mustardPotatoes(c, { x, y, s, rng, n = 150, mound = 0.2 }) {
  const one = boiledPotato(MUSTARD_CREAM),
    grain = nugget({ colours: ['#5a3a10', '#9a6a1c', '#c8963a'], high: 0.9, gloss: 0.6 }),
    z = c.heightAt(x, y)
  for (let i = 0; i < n; i++) {
    const q = Math.sqrt(1 - i / n) * rng.in(0.85, 1.04),
      a = i * 2.4 + rng.in(-0.4, 0.4),
      d = s * Math.min(1, q)
    one(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d,
      s: rng.in(23, 32),
      rng,
      z: z + s * mound * (1 - q * q) + rng.in(-10, 6),
    })
  }
  for (let i = 0; i < 110; i++) {
    const a = rng.angle(),
      d = s * Math.sqrt(rng.next())
    grain(c, { x: x + Math.cos(a) * d, y: y + Math.sin(a) * d, s: rng.in(2.2, 3.6), rng })
  }
}

const EGG_WHITE = palette('#d9cdb4', '#f1eadb', '#fdf9f0'),
  YOLK = palette('#d98a10', '#f0ae2a', '#f9cf62')

/** A wedge of boiled egg: two cut faces meet in a ridge, the crumbly yolk between its whites. */
function eggWedge(c, { x, y, s, rot, rng }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.5,
    rot: rot ?? rng.angle(),
    lift: -3,
    outline: (a) => 1 - 0.1 * Math.abs(Math.sin(a)) - 0.05 * Math.cos(a),
    form: (d, u, v) =>
      6 + s * 0.42 * (1 - Math.abs(v) / (s * 0.5)) * smooth(0, s * 0.1, d) - (s * 0.12 * (u * u)) / (s * s),
    gloss: 0.55,
    soft: 0.7,
    paint: (o, u, v, d) => {
      const crumb = fbm(u * 0.16, v * 0.16, 3, seed),
        q = Math.hypot((u + s * 0.06) / (s * 0.56), v / (s * 0.27)),
        yolk = smooth(1.04, 0.94, q + 0.05 * crumb)
      ramp(o, EGG_WHITE, 0.78 + 0.12 * crumb - 0.2 * smooth(s * 0.08, 0, d))
      if (yolk <= 0) return
      const { r, g, b } = o
      ramp(o, YOLK, 0.62 + 0.4 * crumb - 0.3 * smooth(0.75, 1, q))
      o.r = r + (o.r - r) * yolk
      o.g = g + (o.g - g) * yolk
      o.b = b + (o.b - b) * yolk
      o.h += 0.9 * crumb * yolk
      o.gloss *= 1 - 0.6 * yolk
    },
  })
}

const STEW = hex('#c4622a')

/** Cannellini, creamy and whole: a kidney with one hollow side, the stew's film over its back. */
const cannellino = nugget({
  colours: ['#b98850', '#dfbb80', '#f1d9aa', '#f8eacb'],
  long: 1.62,
  high: 0.85,
  wobble: 0.03,
  gloss: 0.85,
  soft: 0.6,
  mottle: 0.2,
  extra: (o, u, v, d, seed) => {
    const hollow = smooth(0.42, 0.05, Math.hypot(u * 0.9, v - 0.62))
    o.h -= hollow * 2.5
    shade(o, 1 - 0.14 * hollow)
    const film = smooth(0.02, 0.45, fbm(u * 0.8, v * 0.8, 2, seed + 7)) * 0.4 + 0.7 * smooth(0.2, 0.03, d)
    over(o, STEW, Math.min(0.85, film))
  },
})

/** A stew of beans heaped by the spoon: they lean on one another, tomato broken down between them. */
function cannellini(c, { x, y, s, rng, n = 185, mound = 0.1 }) {
  const z = c.heightAt(x, y),
    tomato = nugget({
      colours: ['#8a2c0c', '#bc4c18', '#d9702c'],
      long: 1.3,
      wobble: 0.14,
      high: 0.4,
      gloss: 0.9,
      soft: 0.5,
    })
  for (const [share, reach, up] of [
    [0.62, 1, -6],
    [0.38, 0.86, 8],
  ])
    for (const [px, py] of scatter(rng, Math.round(n * share), s * reach, { x, y })) {
      const spot = { x: px, y: py, rng },
        rest = z + up + s * mound * (1 - ((px - x) ** 2 + (py - y) ** 2) / (s * s))
      if (rng.chance(0.16)) tomato(c, { ...spot, s: rng.in(14, 26), z: rest })
      else cannellino(c, { ...spot, s: rng.in(25, 30), z: rest + rng.in(-4, 4) })
    }
  // The last spoonful of the stew runs over the heap and stays thin on the backs of the beans.
  const stew = liquidPaint('uccelletto', rng),
    seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s * 1.04,
    mode: 'drape',
    fade: 12,
    form: () => 0,
    soft: 0.5,
    paint: (o, u, v) => {
      const sunk = smooth(z + 16, z + 4, o.base),
        k = smooth(-0.15, 0.5, fbm(u * 0.014, v * 0.014, 3, seed))
      stew(o, u, v, 40)
      o.h = 0.8 * k
      o.a *= Math.min(0.85, 0.2 + 0.5 * k + 0.4 * sunk)
      o.gloss = 0.85
    },
  })
}

/** Polenta turned out with the back of a spoon: a slow spiral of soft ridges, butter gone into its furrows. */
function softPolenta(c, { x, y, s, rng, butter = 0.5 }) {
  const paint = liquidPaint('soft-polenta', rng),
    seed = rng.seed(),
    turn = rng.angle(),
    gold = hex('#e8a212'),
    pale = hex('#fbe6a0')
  piece(c, {
    x,
    y,
    r: s,
    outline: outline(rng, { wobble: 0.03, lobes: 4 }),
    height: s * 0.1,
    edge: s * 0.7,
    z: c.heightAt(x, y) - s * 0.02,
    fade: 8,
    paint: (o, u, v, d) => {
      const q = Math.hypot(u, v) / s,
        wave = Math.sin(Math.atan2(v, u) * 2 - q * 12 + turn + 1.1 * fbm(u * 0.009, v * 0.009, 2, seed)),
        ridge = wave * smooth(0.1, 0.32, q) * smooth(1, 0.72, q),
        form = o.h
      paint(o, u, v, d + 20)
      over(o, pale, 0.5 * smooth(0, 1, ridge))
      o.h = form + s * 0.046 * ridge + 0.5 * noise(u * 0.11, v * 0.11, seed + 1)
      const pooled = smooth(0.3, 0.85, -ridge + 0.6 * fbm(u * 0.012, v * 0.012, 2, seed + 2) - 0.5 + butter)
      over(o, gold, 0.8 * pooled)
      o.gloss = 0.6 + 0.4 * pooled
      o.soft = 0.6
    },
  })
}

export const SPOONED = {
  'boiled-potato': boiledPotato(),
  'mustard-potatoes': mustardPotatoes,
  'egg-wedge': eggWedge,
  cannellini,
  'soft-polenta': softPolenta,
}
