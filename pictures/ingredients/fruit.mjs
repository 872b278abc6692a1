/** Fruit, and what garnishes a glass. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, shade, smooth } from '../colour.mjs'
import { block, disc, nugget, strip } from './makers.mjs'

/** Segments of a citrus: thin membranes, juice vesicles that point to the middle. */
const citrus = (flesh, deep, pith, rind, { char = 0, n = 9 } = {}) =>
  disc({
    rings: [
      [0, pith],
      [0.08, flesh],
      [0.8, flesh],
      [0.86, pith],
      [0.94, rind],
    ],
    bleed: 0.03,
    thick: 9,
    edge: 5,
    gloss: 0.75,
    soft: 0.7,
    warp: 0.01,
    wobble: 0.015,
    extra: (o, u, v, q, seed) => {
      const a = Math.atan2(v, u),
        t = Math.abs((((((a / (Math.PI * 2)) * n + 0.3) % 1) + 1) % 1) - 0.5) * 2,
        inFlesh = smooth(0.08, 0.13, q) * smooth(0.83, 0.79, q)
      const wall = smooth(0.93 - 0.02 / Math.max(q, 0.1), 1, t) * inFlesh
      const ves = noise(a * 22, q * 5, seed)
      over(o, hex(deep), inFlesh * (0.3 + 0.35 * ves))
      over(o, hex(pith), wall * 0.85)
      o.h += inFlesh * (-1.5 + ves * 0.9) + wall * 0.8
      if (char) {
        const k = smooth(0.4 - char * 0.4, 0.8, 0.4 + fbm(u * 2.4, v * 2.4, 3, seed + 2)) * inFlesh
        over(o, hex('#3a1806'), k * 0.85)
      }
    },
  })
const wedge = (flesh, rind) =>
  strip({
    colours: [rind, flesh, flesh],
    width: 0.34,
    bow: 0.2,
    taper: 0.85,
    gloss: 0.8,
    soft: 0.7,
    flat: 0.7,
    extra: (o, along, q) => {
      over(o, hex(rind), smooth(0.55, 0.8, q) * 0.9)
      over(o, hex('#fdf6dc'), smooth(0.12, 0.03, Math.abs(q - 0.52)) * 0.8)
      o.h += 0.6 * Math.sin(along * 0.5)
    },
  })
const berry = (colours, more) => nugget({ colours, high: 0.95, gloss: 0.7, soft: 0.4, wobble: 0.04, ...more })
const drupelets = (o, u, v, d, seed) => {
  const k = cells(u * 3.4, v * 3.4, seed)
  o.h += (0.6 - k.f1) * 4
  shade(o, 0.65 + 0.5 * smooth(0.6, 0.1, k.f1))
}

export const FRUIT = {
  lemon: citrus('#f2dc6a', '#e0b82c', '#fbf2cc', '#eabf1c'),
  'charred-lemon': citrus('#e0b850', '#b87a1c', '#e8cc8c', '#d8a41c', { char: 1 }),
  lime: citrus('#c4d878', '#8fb03c', '#eef4cc', '#5d8a1c'),
  orange: citrus('#f0a038', '#d8741a', '#fbe4b4', '#e07a10', { n: 10 }),
  'blood-orange': citrus('#b82a1c', '#7a0c14', '#f4c894', '#d8600f', { n: 10 }),
  'orange-segment': wedge('#f0a038', '#e07a10'),
  'whole-lemon': nugget({
    colours: ['#b8860c', '#e0b01c', '#f2d04a'],
    long: 1.3,
    high: 0.9,
    rough: 0.02,
    grain: 14,
    gloss: 0.6,
    soft: 0.5,
    wobble: 0.03,
  }),
  'whole-orange': nugget({
    colours: ['#b8540a', '#e07a14', '#f29a34'],
    high: 0.95,
    rough: 0.02,
    grain: 14,
    gloss: 0.6,
    soft: 0.5,
    wobble: 0.01,
  }),
  'whole-peach': nugget({
    colours: ['#b83a14', '#e07a30', '#f2b05c'],
    high: 0.95,
    gloss: 0.2,
    soft: 0.5,
    wobble: 0.03,
    mottle: 0.8,
  }),
  fig: disc({
    rings: [
      [0, '#b83a4c'],
      [0.5, '#c85a5c'],
      [0.68, '#efd8b4'],
      [0.85, '#b4748c'],
      [0.92, '#3d1830'],
    ],
    thick: 12,
    gloss: 0.6,
    wobble: 0.06,
    extra: (o, u, v, q, seed) => {
      const k = cells(u * 7, v * 7, seed)
      const pip = smooth(0.32, 0.2, k.f1) * smooth(0.66, 0.55, q)
      over(o, hex('#f0cc80'), pip * 0.8)
      o.h += pip * 1.5
    },
  }),
  // A slice in its juice: blushed along the side that was the skin's.
  peach: strip({
    colours: ['#d8761c', '#f09a34', '#f8bd60', '#fbd48c'],
    width: 0.32,
    bow: 0.5,
    taper: 0.75,
    gloss: 0.9,
    soft: 0.75,
    flat: 0.7,
    extra: (o, along, q, t, seed) => {
      over(o, hex('#b8321a'), 0.75 * smooth(0.35, 0.95, q + 0.2 * noise(along * 0.08, 1, seed)))
      shade(o, 1 + 0.1 * noise(along * 0.12, q * 3, seed + 1))
    },
  }),
  strawberry: berry(['#8a0a14', '#c01c24', '#dc3a38'], { long: 1.25, fleck: ['#f0d080', 0.42, 6] }),
  raspberry: berry(['#8a0c2c', '#c02a4c', '#dc5470'], { extra: drupelets, gloss: 0.5 }),
  blackberry: berry(['#14060f', '#341428', '#583048'], { extra: drupelets }),
  blueberry: berry(['#1c2240', '#3a4268', '#6a7494'], { gloss: 0.3 }),
  cherry: berry(['#3d040c', '#7a0c1c', '#a82434'], { gloss: 0.95 }),
  amarena: berry(['#1c0308', '#4a0814', '#7a1424'], { gloss: 1 }),
  grape: berry(['#3d0c2c', '#6a2448', '#94486a'], { long: 1.15, gloss: 0.8 }),
  banana: disc({
    rings: [
      [0, '#e4c878'],
      [0.3, '#f4e0a4'],
      [0.9, '#eed48a'],
      [0.96, '#d0a850'],
    ],
    thick: 10,
    gloss: 0.45,
    extra: (o, u, v, q, seed) => {
      over(
        o,
        hex('#8a6a34'),
        smooth(0.16, 0.08, Math.abs(q - 0.2)) * smooth(0.3, 0.6, noise(u * 8, v * 8, seed)) * 0.8,
      )
    },
  }),
  'candied-peel': block({ colours: ['#c8600c', '#ec981c', '#f8c050'], corner: 0.3, gloss: 0.9, soft: 0.7 }),
  'orange-peel': strip({
    colours: ['#d8640c', '#f08c1c', '#f8b450'],
    width: 0.16,
    bow: 0.6,
    flat: 0.4,
    gloss: 0.6,
  }),
  cinnamon: strip({
    colours: ['#4a200c', '#8a4a20', '#b8743c'],
    width: 0.1,
    bow: 0.04,
    flat: 0.9,
    gloss: 0.2,
    extra: (o, along, q) => {
      o.h -= 3 * smooth(0.16, 0.03, Math.abs(q))
      shade(o, 1 - 0.5 * smooth(0.14, 0.02, Math.abs(q)))
    },
  }),
  'ice-cube': block({
    colours: ['#b8ccd4', '#dfeaee', '#ffffff'],
    corner: 0.2,
    high: 0.7,
    gloss: 1,
    soft: 1,
  }),
}
