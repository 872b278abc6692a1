/**
 * A drink seen from the side. Its colors are final (`lit` is 0), because glass mostly shows what is behind and around it: the room, distorted; the liquid, brighter on
 * the side away from the window; and the window's hard reflections on the glass.
 */
import { cells, fbm, noise } from '../random.mjs'
import { hex, mix, over, ramp, shade, smooth, palette } from '../colour.mjs'
import { boxDistance } from '../shapes.mjs'
import { DRINKS, GLASSES, LABELS, profile } from './glass.mjs'
import { layers, scene } from './scene.mjs'

const WHITE = [1, 0.97, 0.92],
  DARK = [0.012, 0.01, 0.008]

/** Two fours from plain strokes; the smokehouse signs its own bottles. */
function fours(u, v) {
  for (const side of [-1, 1]) {
    const x = u - side * 15,
      upright = boxDistance(x - 6, v, 3.2, 22, 0),
      bar = boxDistance(x - 1, v - 8, 12, 3, 0)
    const dx = x + 3,
      dy = v + 6,
      diagonal = Math.max(Math.abs(dx * 0.87 + dy * 0.5) - 3, Math.abs(dy) - 16)
    if (Math.min(upright, bar, diagonal) < 0) return true
  }
  return false
}
/** A leaf in a ring, for the trattoria's labels. */
const sprig = (u, v) =>
  Math.abs(Math.hypot(u, v) - 26) < 1.6 ||
  (Math.abs(u * 0.7 - v * 0.7) < 9 * Math.cos(Math.min(1.57, Math.abs(u * 0.7 + v * 0.7) / 12)) - 1 &&
    Math.abs(u * 0.7 - v * 0.7) > 0.7)

/** Ground spices behind glass: coarse grains, each of one colour, round the jar as it turns away. */
function grains(o, colours, { around, h, iq, onTop }, seed) {
  for (const [scale, strength] of [
    [0.36, 0.9],
    [0.17, 0.55],
  ]) {
    const g = cells(around * scale, h * scale * (onTop ? 3 : 1), seed + scale * 100)
    over(o, hex(colours[Math.floor(g.id * colours.length)]), strength * smooth(0.62, 0.4, g.f1))
    shade(o, 0.78 + 0.34 * smooth(0.5, 0.05, g.f1))
  }
  if (!onTop) shade(o, 0.42 + 0.8 * Math.sqrt(Math.max(0, 1 - (iq + 0.3) ** 2 * 0.62)))
}

function shadow(c, x, y, r, colour, strength, glow) {
  c.stamp(
    x + r * 0.8,
    y + r * 0.1,
    r * 3.2,
    0,
    (u, v, o) => {
      const q = Math.hypot((u + r * 0.2) / (r * 1.9), v / (r * 0.3))
      o.a = strength * smooth(1, 0.1, q)
      o.lit = 0
      o.r = DARK[0]
      o.g = DARK[1]
      o.b = DARK[2]
      if (colour)
        over(o, colour, glow * smooth(0.6, 0.05, Math.hypot((u - r * 0.1) / (r * 1.1), v / (r * 0.16))))
    },
    'stain',
  )
}

function ices(rng, spec, radius, n) {
  return Array.from({ length: n }, (_, i) => ({
    u: rng.in(-0.5, 0.5) * radius,
    h: spec.level - (i + 0.25) * ((spec.level - spec.floor) / (n + 0.3)) + rng.in(-8, 8),
    s: rng.in(0.3, 0.4) * radius,
    a: rng.in(0, 1.5),
    k: rng.in(0.8, 1.2),
  }))
}

export function drawGlass(c, p, rng) {
  const spec = { ...GLASSES[p.glass], ...(p.level && { level: p.level }) },
    drink = DRINKS[p.drink],
    k = Math.min(p.scale ?? 1.12, 560 / spec.points.at(-1)[0]),
    r = profile(spec.points)
  if (!drink) throw new Error(`unknown drink: ${p.drink}`)
  const list = palette(...drink.colours),
    x0 = p.x,
    y0 = p.y,
    top = spec.points.at(-1)[0],
    seed = rng.seed(),
    inBowl = spec.floor,
    tall = p.glass !== 'coupe'
  const wide = Math.max(...spec.points.map((q) => q[1])),
    cubes = ices(rng, spec, wide, p.ice ?? 0),
    before = { r: c.r.slice(), g: c.g.slice(), b: c.b.slice() }
  shadow(c, x0, y0, spec.points[0][1] * k, list[2], 0.62, drink.dense > 0.96 ? 0.1 : 0.6)
  const foam = p.foam ?? 0,
    foamCol = palette(...(p.foamColours ?? ['#e6d0a4', '#f6e8c8', '#fdf6e4'])),
    frost = p.frost ?? 0,
    thick = spec.stem || spec.label ? 4 : 7
  const tilt = 0.13,
    metal = spec.lid && palette('#3a3632', '#a8a098', '#f0e8dc')
  c.stamp(
    x0,
    y0 - (top * k) / 2,
    (Math.hypot(top, wide * 2) / 2) * k + 30,
    0,
    (u0, v0, o) => {
      const u = u0 / k,
        bend = (q) => tilt * q // The camera looks down a little: every ring is an ellipse.
      const h = top / 2 - v0 / k
      const rim = Math.hypot(u / r(top), (h - top) / (r(top) * tilt)),
        foot = Math.hypot(u / r(0), h / (r(0) * tilt))
      const R = h >= 0 && h <= top ? r(h) : 0,
        q = R ? u / R : 9,
        aq = Math.abs(q)
      if (aq > 1 && rim > 1 && foot > 1) return false
      o.lit = 0
      o.a = 1
      o.h = 0
      // The room behind, mirrored by the bend of the glass.
      const bx = Math.min(c.width - 1, Math.max(0, Math.round(c.toPixel(x0 - u * k * 1.15, 0)[0]))),
        bi = Math.floor(o.k / c.width) * c.width + bx
      o.r = before.r[bi]
      o.g = before.g[bi]
      o.b = before.b[bi]
      shade(o, 0.93)
      const surface = spec.level + foam,
        curve = Math.sqrt(Math.max(0, 1 - q * q))
      const inner = (R - thick) / R,
        iq = q / inner,
        liquid =
          h > inBowl - 4 &&
          Math.abs(iq) < 1 &&
          h < surface + R * tilt * Math.sqrt(Math.max(0, 1 - iq * iq)) &&
          !(spec.lid && h > spec.lid)
      if (liquid && h > inBowl + (tall ? 7 : 2) * (1 - curve) * 2 - 4) {
        const depth = Math.sqrt(Math.max(0, 1 - iq * iq)),
          up = (h - inBowl) / (spec.level - inBowl)
        const onTop = h > surface - R * tilt * depth,
          behind = { r: o.r, g: o.g, b: o.b }
        const swirl = fbm(u * 0.008, h * 0.008, 3, seed)
        ramp(
          o,
          list,
          0.34 +
            0.34 * smooth(-0.7, 0.75, iq) * (0.5 + 0.5 * depth) +
            0.16 * up +
            swirl * 0.12 -
            0.3 * smooth(0.75, 1, Math.abs(iq)) +
            0.34 * smooth(0.16, 0, up) * smooth(-0.4, 0.6, iq),
        )
        if (drink.grains) grains(o, drink.grains, { around: Math.asin(iq) * R, h, iq, onTop }, seed)
        const see = (1 - drink.dense) * (1 - 0.4 * depth)
        over(o, [behind.r, behind.g, behind.b], see)
        if (foam && h > spec.level - R * tilt * depth * 0.4 + 3 * noise(u * 0.05, 3, seed) && !onTop) {
          const f = fbm(u * 0.06, h * 0.06, 3, seed + 4),
            b = cells(u * 0.11, h * 0.11, seed + 5)
          ramp(
            o,
            foamCol,
            0.5 +
              0.3 * f +
              0.4 * (0.5 - Math.abs(q + 0.3)) -
              0.2 * smooth(0.4, 0.1, b.f1) * (b.id > 0.6 ? 1 : 0),
          )
          shade(o, 0.6 + 0.4 * curve)
        } else if (!onTop) {
          for (const ice of cubes) {
            const du = u - ice.u,
              dh = h - ice.h,
              ca = Math.cos(ice.a),
              sa = Math.sin(ice.a),
              d = boxDistance(du * ca + dh * sa, (dh * ca - du * sa) * ice.k, ice.s, ice.s, ice.s * 0.25)
            if (d < 0) {
              const edge = smooth(-9, -1, d),
                facet = smooth(-0.2, 0.5, noise(du * 0.03, dh * 0.03, seed + ice.s)) * 0.5
              over(o, list[3], 0.22 + 0.25 * facet)
              over(o, WHITE, 0.1 * facet + 0.34 * edge * smooth(0.3, -0.6, (du + dh * -1) / ice.s))
              shade(o, 1 - 0.34 * edge * smooth(-0.2, 0.8, (du - dh) / ice.s))
            }
          }
          if (drink.bubbles) {
            const b = cells(u * 0.085, h * 0.085, seed + 9),
              on = b.id < drink.bubbles / 190 ? smooth(0.2, 0.13, b.f1) : 0
            over(o, WHITE, on * 0.45)
            shade(o, 1 - 0.25 * smooth(0.13, 0.05, b.f1) * (on > 0 ? 1 : 0))
          }
          over(o, list[3], 0.5 * smooth(R * 0.05, 0, Math.abs(h - (surface - R * tilt * depth))))
        }
        if (onTop) {
          const sv = (h - surface) / (R * tilt)
          if (foam || p.crema) {
            ramp(o, foamCol, 0.72 + 0.25 * fbm(u * 0.05, h * 0.2, 3, seed + 7) - 0.1 * sv)
            shade(o, 0.92)
          } else {
            ramp(o, list, 0.62 + 0.2 * sv + 0.25 * smooth(-0.2, 0.8, iq))
            over(o, WHITE, 0.3 * smooth(0.2, 0, Math.abs(Math.hypot(iq, sv) - 0.9)))
          }
        }
      } else if (spec.lid && h > spec.lid) {
        ramp(o, metal, 0.35 + 0.5 * smooth(-0.9, -0.3, q) * smooth(0.3, -0.4, q) + 0.2 * smooth(0.6, 0.95, q))
        shade(o, 0.75 + 0.25 * Math.sin((u * 0.9) / Math.max(0.2, curve)) * (p.glass === 'jar' ? 0.2 : 1))
        if (p.cap) over(o, hex(p.cap), 0.75)
      }
      if (p.tint) over(o, hex(p.tint), (h > spec.lid ? 0 : 0.42) * (1 - 0.3 * curve))
      if (
        spec.label &&
        p.label &&
        h > spec.label[0] + bend(R * curve * -1) &&
        h < spec.label[1] - bend(R * curve) &&
        aq < 0.985
      ) {
        const [paper, ink] = LABELS[p.label],
          around = Math.asin(Math.max(-1, Math.min(1, q))) * R,
          mid = (spec.label[0] + spec.label[1]) / 2,
          lh = mid - h - bend(R * curve)
        o.r = paper[0]
        o.g = paper[1]
        o.b = paper[2]
        const rule =
          Math.abs(Math.abs(lh) - (spec.label[1] - spec.label[0]) / 2 + 20) < 3.4 ||
          Math.abs(Math.abs(lh) - (spec.label[1] - spec.label[0]) / 2 + 28) < 0.9
        if (rule || (p.mark === 'fours' ? fours(around, lh) : sprig(around, lh))) {
          o.r = ink[0]
          o.g = ink[1]
          o.b = ink[2]
        }
        shade(
          o,
          (0.3 + 0.7 * Math.sqrt(Math.max(0, 1 - (q + 0.35) ** 2 * 0.72))) *
            (0.95 + 0.1 * noise(u * 0.2, h * 0.2, seed)),
        )
      }
      // The wall itself: dark where it turns away, with a light line beside the dark one.
      if (aq <= 1) {
        over(o, mix(list[1], DARK, 0.5), 0.5 * smooth(0.9, 1, aq) * (spec.lid && h > spec.lid ? 0.4 : 1))
        over(o, WHITE, 0.3 * smooth(0.045, 0, Math.abs(aq - 0.93)))
        const fade =
          smooth(0, 40, h - (spec.stem ?? 0)) *
          smooth(0, 26, top - h) *
          (spec.lid && h > spec.lid - 60 ? 0.4 : 1)
        const wave = 0.012 * Math.sin(h * 0.02 + seed)
        over(
          o,
          WHITE,
          (p.label && spec.label && h > spec.label[0] && h < spec.label[1] ? 0.16 : 0.62) *
            fade *
            smooth(0.085, 0.05, Math.abs(q + 0.63 + wave)) *
            (Math.abs((h - inBowl) / (top - inBowl) - 0.52) < 0.012 ? 0.2 : 1),
        )
        over(o, WHITE, 0.24 * fade * smooth(0.035, 0.012, Math.abs(q + 0.46 + wave)))
        over(o, WHITE, 0.22 * fade * smooth(0.05, 0.01, Math.abs(q - 0.76)))
        if (spec.stem && h < spec.stem) {
          over(o, WHITE, 0.5 * smooth(0.3, 0.05, Math.abs(q + 0.35)) * smooth(14, 24, h))
          over(o, DARK, 0.3 * smooth(0.5, 1, aq))
        }
        if (!spec.stem && h < inBowl && !spec.lid) {
          over(o, WHITE, 0.2 + 0.3 * smooth(0.3, 0, Math.abs(q + 0.4)))
          over(o, list[2], 0.3 * smooth(-0.2, 0.7, q))
          over(o, DARK, 0.3 * smooth(8, 0, h))
        }
        if (frost && !(spec.lid && h > spec.lid)) {
          const d = cells(u * 0.075, h * 0.075, seed + 20),
            e = cells(u * 0.19, h * 0.19, seed + 21),
            big = d.id < frost * 0.5 ? smooth(0.3, 0.2, d.f1) : 0,
            small = e.id < frost * 0.7 ? smooth(0.26, 0.16, e.f1) : 0
          over(o, WHITE, 0.05 * frost + 0.16 * Math.max(big, small))
          shade(o, 1 - 0.2 * big * smooth(0.12, 0.24, d.f1))
        }
      }
      // Foot and rim.
      if (foot < 1 && h < 8) {
        over(o, WHITE, 0.1 + 0.5 * smooth(0.1, 0.02, Math.abs(foot - 0.93)) * smooth(0.4, -0.8, u / r(0)))
        over(o, DARK, 0.24 * smooth(0.85, 1, foot))
      }
      if (!spec.lid) {
        const ring = smooth(0.08, 0.02, Math.abs(rim - 0.96))
        over(o, WHITE, ring * (0.3 + 0.5 * smooth(0.5, -0.8, u / r(top))))
        if (rim < 0.93 && h > surface) over(o, WHITE, 0.05)
      }
    },
    'level',
  )
  return {
    x: x0,
    rim: y0 - top * k,
    surface: y0 - (spec.level + foam) * k,
    r: r(top) * k,
    level: r(spec.level) * k,
  }
}

export function draw(c, recipe, rng) {
  const y = recipe.base ?? 672
  scene(c, { surface: 'backdrop', ...recipe, vessel: 'none' }, rng)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.behind)
  for (const other of recipe.with ?? [])
    drawGlass(c, { ...recipe, garnish: [], ...other, y: other.y ?? y - 40 }, rng.fork())
  const spot = drawGlass(c, { ...recipe, x: recipe.x ?? 500, y }, rng.fork())
  layers(c, { x: spot.x, y: spot.surface, r: spot.level, rng }, recipe.floating)
  layers(c, { x: spot.x, y: spot.rim, r: spot.r, rng }, recipe.garnish)
  layers(c, { x: 500, y: 375, r: 375, rng }, recipe.beside)
}
