/** Seasonings, seeds, nuts, beans and grains. */
import { cells } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'
import { block, nugget, powder, strewn } from './makers.mjs'

const bean = (colours, more = {}) =>
  nugget({
    colours,
    long: 1.5,
    high: 0.95,
    gloss: 0.55,
    soft: 0.4,
    wobble: 0.05,
    extra: (o, u, v) => over(o, hex(colours[0]), smooth(0.12, 0.02, Math.hypot(u * 0.5, v + 0.55)) * 0.7),
    ...more,
  })

/** A heap of one thing over a region: s is the heap's radius, size the piece. */
const heap =
  (one, size, density = 1) =>
  (c, { x, y, s, rng, n, mound = 0.25 }) => {
    const count = n ?? Math.round(density * (s / size) ** 2 * 1.5),
      z = c.restAt(x, y, s * 0.6)
    // The vessel is measured before it is filled: near its wall a grain rests on the wall.
    const spots = Array.from({ length: count }, () => {
      const a = rng.angle(),
        q = Math.sqrt(rng.next()),
        d = s * q,
        px = x + Math.cos(a) * d,
        py = y + Math.sin(a) * d
      return {
        x: px,
        y: py,
        z: Math.max(z + s * mound * (1 - q * q), c.heightAt(px, py)) + rng.in(-0.5, 0.35) * size,
      }
    })
    for (const spot of spots) one(c, { ...spot, s: size * rng.in(0.85, 1.15), rng })
  }

/** A spoonful of ground spices tipped out on a table that is seen from the side. */
const spill =
  (colours) =>
  (c, { x, y, s, rng }) => {
    const list = palette(...colours),
      seed = rng.seed(),
      mound = outline(rng, { wobble: 0.07, ragged: 0.02 })
    piece(c, {
      x,
      y,
      r: s,
      ry: s * 0.42,
      outline: mound,
      form: (d) => s * 0.5 * Math.min(1, Math.max(0, d) / (s * 0.42)),
      gloss: 0.1,
      soft: 0.2,
      paint: (o, u, v) => {
        const g = cells(u * 0.26, v * 0.4, seed)
        ramp(o, list, g.id)
        shade(o, 0.8 + 0.4 * smooth(0.5, 0.1, g.f1))
        o.h += 1.6 * smooth(0.5, 0.1, g.f1)
      },
    })
    const grain = nugget({ colours, wobble: 0.2, high: 0.8, gloss: 0.2 })
    for (let i = 0; i < 60; i++) {
      const a = rng.angle(),
        d = s * rng.in(0.85, 1.5)
      grain(c, { x: x + Math.cos(a) * d, y: y + Math.sin(a) * d * 0.4, s: rng.in(1.6, 3.2), rng })
    }
  }

const WHITE_BEAN = bean(['#c8a868', '#e6d0a0', '#f6ead0'])

const NAVY = bean(['#5a2810', '#8a4a20', '#b87a48'], { long: 1.35, gloss: 0.8 })
const RICE = nugget({
  colours: ['#c88a10', '#e4ac24', '#f2cc5c'],
  long: 2.1,
  high: 0.8,
  gloss: 0.6,
  soft: 0.6,
})

export const SMALL = {
  'brisket-rub': spill(['#1a120e', '#f2ead8', '#2a1c14', '#8a4a22', '#3a2418', '#e2d2b4', '#5a341c']),
  'rib-rub': spill(['#8a2c0c', '#d8782c', '#5a1a08', '#b4481a', '#f0d8b0', '#a03a12', '#e8a04c']),
  pepper: strewn({ colours: ['#0c0806', '#2a1c12', '#5a4430'], size: 1.9, n: 60, high: 0.8 }),
  salt: strewn({ colours: ['#e8e8e4', '#ffffff'], size: 2.4, n: 34, high: 0.8, gloss: 0.8, soft: 0.6 }),
  'chilli-flakes': strewn({ colours: ['#6a0c04', '#b0280c', '#d8641c'], size: 2.8, n: 30 }),
  oregano: strewn({ colours: ['#2f3a14', '#55602a', '#7f8448'], size: 2.9, n: 46, long: 1.6 }),
  crumbs: strewn({ colours: ['#8a5418', '#c08a3c', '#e0b46c'], size: 3.6, n: 60, high: 0.9 }),
  zest: strewn({ colours: ['#d8a80c', '#f0cc30', '#f8e070'], size: 4, n: 18, long: 3.4, gloss: 0.3 }),
  'orange-zest': strewn({
    colours: ['#d0600c', '#ec8a1c', '#f8ac48'],
    size: 4,
    n: 16,
    long: 3.6,
    gloss: 0.3,
  }),
  sesame: strewn({ colours: ['#d8b878', '#f0dcb0'], size: 3.4, n: 40, long: 1.7, high: 0.9 }),
  'celery-seed': strewn({ colours: ['#4a3a1c', '#7a6434'], size: 1.8, n: 30, long: 1.5 }),
  'sugar-crystals': strewn({
    colours: ['#f0ece4', '#ffffff'],
    size: 1.7,
    n: 130,
    gloss: 0.7,
    high: 0.9,
    soft: 0.6,
  }),
  'pistachio-dust': strewn({
    colours: ['#5a6a1c', '#8a9a38', '#b4bc6a', '#6a4438'],
    size: 4.2,
    n: 40,
    high: 0.8,
  }),
  'almond-flake': strewn({
    colours: ['#d8b074', '#efd6a8', '#f8e8c8'],
    size: 9,
    n: 12,
    long: 1.7,
    high: 0.25,
  }),
  semolina: strewn({ colours: ['#d8b054', '#f0d48a'], size: 1.6, n: 60, high: 0.8 }),
  cocoa: powder({ colours: ['#1c0c06', '#3a1c0e', '#5a3018'], amount: 0.95 }),
  'icing-sugar': powder({ colours: ['#f0ebe2', '#ffffff'], amount: 0.8 }),
  paprika: powder({ colours: ['#6a1c06', '#a83a10'], amount: 0.55 }),
  'rub-dust': powder({ colours: ['#3a1a0a', '#6a3414', '#2a1208'], amount: 0.9 }),
  'pine-nut': nugget({
    colours: ['#c89a4a', '#e8c888', '#f6e4b8'],
    long: 1.9,
    high: 0.9,
    gloss: 0.45,
    char: 0.14,
  }),
  hazelnut: nugget({ colours: ['#6a3a16', '#9a6430', '#cfa068'], high: 0.95, gloss: 0.35, char: 0.2 }),
  walnut: nugget({
    colours: ['#5a3a1c', '#946a3a', '#c49a64'],
    long: 1.3,
    rough: 0.3,
    grain: 3,
    wobble: 0.14,
    gloss: 0.3,
  }),
  pistachio: nugget({
    colours: ['#5a6a20', '#8c9c40', '#b4bc70'],
    long: 1.6,
    high: 0.9,
    gloss: 0.35,
    fleck: ['#6a3a48', 0.3, 4],
  }),
  raisin: nugget({
    colours: ['#1c0a0c', '#3a1818', '#5a2c28'],
    rough: 0.2,
    high: 0.8,
    gloss: 0.5,
    wobble: 0.14,
  }),
  pea: nugget({ colours: ['#3d6a14', '#639a28', '#93c04e'], high: 0.95, gloss: 0.6, wobble: 0.02 }),
  'white-bean': WHITE_BEAN,
  borlotti: bean(['#5a2818', '#9a5c40', '#c89474'], { fleck: ['#4a1420', 0.2, 5] }),
  'navy-bean': NAVY,
  'coffee-bean': nugget({
    colours: ['#140804', '#2c140a', '#4a2814'],
    long: 1.4,
    high: 0.9,
    gloss: 0.7,
    wobble: 0.02,
    extra: (o, u, v) => {
      const k = smooth(0.1, 0.02, Math.abs(v + 0.08 * Math.sin(u * 4)))
      over(o, hex('#0a0402'), k)
      o.h -= k * 2.5
    },
  }),
  'star-anise': nugget({
    colours: ['#3a1808', '#6a3414', '#94582c'],
    ragged: 0.05,
    wobble: 0.02,
    high: 0.4,
    gloss: 0.4,
    extra: (o, u, v) => {
      const t = Math.cos(Math.atan2(v, u) * 8),
        d = Math.hypot(u, v)
      if (d > 0.5 + 0.5 * t) o.a = 0
      o.h *= 0.6 + 0.4 * t
    },
  }),
  crouton: block({
    colours: ['#8a5418', '#c8903c', '#e8c078'],
    high: 0.95,
    rough: 0.14,
    gloss: 0.25,
    char: 0.25,
    warp: 0.16,
  }),
  'white-beans': heap(WHITE_BEAN, 15),
  'borlotti-beans': heap(bean(['#5a2818', '#9a5c40', '#c89474'], { fleck: ['#4a1420', 0.2, 5] }), 14),
  'navy-beans': heap(NAVY, 11, 1.1),
  risotto: heap(RICE, 8.5, 1.5),
  'corn-kernels': heap(
    nugget({ colours: ['#c88a10', '#eab830', '#f8d868'], long: 1.2, gloss: 0.7, high: 0.9, char: 0.2 }),
    9,
    1.1,
  ),
}
