/** Three ways to describe an ingredient as data: a nugget, a disc cut across, a strip. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, slab, spline, stroke } from '../shapes.mjs'

const CHAR = hex('#140a05'),
  SCORCH = hex('#4a2008')

/** Scorches what stands highest and a few random places. */
export function scorch(o, u, v, seed, amount, size = 0.05) {
  if (!amount) return
  const k = smooth(0.62 - amount * 0.6, 1.05 - amount * 0.5, 0.5 + 0.7 * fbm(u * size, v * size, 3, seed))
  over(o, SCORCH, k * 0.8)
  over(o, CHAR, smooth(0.45, 1, k) * 0.8)
  o.gloss *= 1 - k * 0.4
}

/** Bars of the grill, not quite straight. */
export function grilled(o, u, v, seed, gap = 22, amount = 0.85) {
  const w = v + 2.5 * noise(u * 0.06, v * 0.06, seed),
    t = Math.abs(((((w / gap) % 1) + 1) % 1) - 0.5) * 2
  const k = smooth(0.62, 0.86, t + 0.22 * noise(u * 0.05, v * 0.05, seed + 1)) * amount
  over(o, SCORCH, k * 0.8)
  over(o, CHAR, k * k * 0.75)
  o.h -= k * 1.2
}

/**
 * A lump: bean, olive, potato, meatball, berry, roll.
 * @param {{colours:string[], long?:number, high?:number, wobble?:number, ragged?:number, rough?:number, grain?:number, gloss?:number, soft?:number,
 *   char?:number, fleck?:[string,number,number], mottle?:number, grill?:number, dust?:[string,number], extra?:Function}} m
 */
export function nugget(m) {
  const list = palette(...m.colours),
    fleck = m.fleck && hex(m.fleck[0]),
    dust = m.dust && hex(m.dust[0])
  return (c, { x, y, s, rot, rng, lift = 0, z, high = m.high ?? 0.8 }) => {
    const seed = rng.seed(),
      tone = rng.in(-0.12, 0.12)
    const r = s * rng.in(0.94, 1.06),
      ry = (r / (m.long ?? 1)) * rng.in(0.92, 1.06)
    piece(c, {
      x,
      y,
      r,
      ry,
      rot: rot ?? rng.angle(),
      lift,
      z,
      outline: outline(rng, { wobble: m.wobble ?? 0.05, ragged: m.ragged ?? 0 }),
      height: ry * high,
      edge: ry * (m.edge ?? 0.95),
      rough: (m.rough ?? 0) * s,
      grain: (m.grain ?? 4) / s,
      seed,
      gloss: m.gloss ?? 0.3,
      soft: m.soft ?? 0.35,
      paint: (o, u, v, d) => {
        const big = fbm((u / s) * 1.7, (v / s) * 1.7, 3, seed + 1),
          fine = noise((u / s) * 9, (v / s) * 9, seed + 2)
        ramp(o, list, 0.5 + tone + (m.mottle ?? 0.35) * big + 0.1 * fine + 0.1 * smooth(0, ry, d) - 0.06)
        if (fleck)
          over(
            o,
            fleck,
            smooth(
              m.fleck[1],
              m.fleck[1] + 0.12,
              noise((u / s) * m.fleck[2], (v / s) * m.fleck[2], seed + 3),
            ) * 0.85,
          )
        if (m.grill) grilled(o, u, v, seed + 4, m.grill)
        scorch(o, u, v, seed + 5, m.char ?? 0, 2.4 / s)
        if (dust) over(o, dust, m.dust[1] * smooth(-0.35, 0.3, fbm((u / s) * 6, (v / s) * 6, 3, seed + 6)))
        m.extra?.(o, u / s, v / s, d / s, seed, rng)
      },
    })
  }
}

/**
 * Something cut across: tomato, salami, cucumber, lemon. rings: colours from the middle to the skin, at: where each begins.
 */
export function disc(m) {
  const list = m.rings.map(([at, text]) => [at, hex(text)])
  return (c, { x, y, s, rot, rng, lift = 0.5, tilt = 0.06 }) => {
    const seed = rng.seed(),
      r = s * rng.in(0.93, 1.05),
      shape = outline(rng, { wobble: m.wobble ?? 0.035, lobes: 5 })
    const ta = rng.angle(),
      tu = Math.cos(ta) * tilt,
      tv = Math.sin(ta) * tilt
    piece(c, {
      x,
      y,
      r,
      ry: r * (m.squash ?? 1),
      rot: rot ?? rng.angle(),
      lift,
      outline: shape,
      height: m.thick ?? s * 0.16,
      edge: m.edge ?? s * 0.12,
      gloss: m.gloss ?? 0.4,
      soft: m.soft ?? 0.45,
      mode: m.mode,
      paint: (o, u, v, d) => {
        const q =
          Math.min(1, Math.max(0, 1 - d / r)) + (m.warp ?? 0.02) * noise((u / s) * 5, (v / s) * 5, seed)
        let i = 0
        while (i < list.length - 1 && q > list[i + 1][0]) i++
        const [at, col] = list[i]
        o.r = col[0]
        o.g = col[1]
        o.b = col[2]
        if (i) {
          const prev = list[i - 1][1],
            k = 1 - smooth(at, at + (m.bleed ?? 0.05), q)
          over(o, prev, k)
        }
        o.h += tu * u + tv * v
        m.extra?.(o, u / s, v / s, q, seed, s)
        shade(o, 1 + 0.14 * fbm((u / s) * 3, (v / s) * 3, 3, seed + 1))
        scorch(o, u, v, seed + 5, m.char ?? 0, 2.4 / s)
      },
    })
  }
}

/** A bent strip or stick: pepper, onion, bean, fry. width is relative to the length. */
export function strip(m) {
  const list = palette(...m.colours)
  return (c, { x, y, s, rot, rng, lift = 0, z: given }) => {
    const a = rot ?? rng.angle(),
      l = s * rng.in(0.75, 1.2),
      bow = rng.in(-1, 1) * (m.bow ?? 0.2) * l,
      seed = rng.seed(),
      tone = rng.in(-0.2, 0.2)
    const at = (u, v) => [x + Math.cos(a) * u - Math.sin(a) * v, y + Math.sin(a) * u + Math.cos(a) * v]
    const width = l * m.width * rng.in(0.85, 1.15)
    const z = given ?? c.restAt(x, y, l * 0.4) + lift
    stroke(c, {
      points: spline(
        [at(-l, bow * 0.8), at(-l * 0.4, -bow * 0.3), at(l * 0.4, -bow * 0.3), at(l, bow * 0.8)],
        Math.max(4, l / 6),
      ),
      flat: m.flat ?? 0.8,
      z: () => z + width * 0.2,
      gloss: m.gloss ?? 0.4,
      soft: m.soft ?? 0.4,
      r: (t) => width * (1 - (m.taper ?? 0) * Math.abs(t - 0.5) * 2),
      paint: (o, along, q, t) => {
        ramp(o, list, 0.5 + tone + 0.32 * q * (m.across ?? 1) + 0.25 * noise(along * 0.05, q, seed))
        m.extra?.(o, along, q, t, seed)
        scorch(o, along, q * width, seed + 3, m.char ?? 0, 0.06)
      },
    })
  }
}

/** A cut cube or plank. */
export function block(m) {
  const list = palette(...m.colours)
  return (c, { x, y, s, rot, rng, lift = 0, z }) => {
    const seed = rng.seed(),
      tone = rng.in(-0.15, 0.15),
      w = s * 2 * rng.in(0.85, 1.15),
      l = (w / (m.long ?? 1)) * rng.in(0.85, 1.15)
    slab(c, {
      x,
      y,
      w,
      l,
      rot: rot ?? rng.angle(),
      lift,
      z,
      corner: Math.min(w, l) * (m.corner ?? 0.15),
      warp: s * (m.warp ?? 0.08),
      grain: 1.5 / s,
      height: s * (m.high ?? 0.9),
      edge: s * (m.edge ?? 0.25),
      seed,
      tilt: rng.in(-1, 1) * (m.tilt ?? 0.15),
      tiltU: rng.in(-1, 1) * (m.tilt ?? 0.15),
      rough: s * (m.rough ?? 0.03),
      roughGrain: (m.grain ?? 5) / s,
      gloss: m.gloss ?? 0.3,
      soft: m.soft ?? 0.4,
      paint: (o, u, v, d) => {
        ramp(
          o,
          list,
          0.55 +
            tone +
            (m.mottle ?? 0.3) * fbm((u / s) * 2, (v / s) * 2, 3, seed + 1) -
            0.3 * smooth(s * 0.3, 0, d) * (m.rim ?? 1),
        )
        m.extra?.(o, u / s, v / s, d / s, seed)
        scorch(o, u, v, seed + 5, m.char ?? 0, 2.4 / s)
      },
    })
  }
}

/** Many tiny things thrown over a region; s is the region's radius. */
export function strewn(m) {
  const list = palette(...m.colours)
  return (c, { x, y, s, rng, n = m.n ?? 24 }) => {
    for (let i = 0; i < n; i++) {
      const a = rng.angle(),
        d = s * Math.sqrt(rng.next()),
        r = m.size * rng.in(0.55, 1.35),
        tone = rng.next()
      const px = x + Math.cos(a) * d,
        py = y + Math.sin(a) * d
      piece(c, {
        x: px,
        y: py,
        z: c.heightAt(px, py) - r * 0.1,
        r,
        ry: (r / (m.long ?? 1)) * rng.in(0.8, 1.1),
        rot: rng.angle(),
        outline: outline(rng, { wobble: m.wobble ?? 0.2, lobes: 4 }),
        height: r * (m.high ?? 0.6),
        gloss: m.gloss ?? 0.2,
        soft: m.soft ?? 0.3,
        paint: (o) => ramp(o, list, tone),
      })
    }
  }
}

/** A film of powder, thicker here than there. */
export function powder(m) {
  const list = palette(...m.colours)
  return (c, { x, y, s, rng, amount = m.amount ?? 0.7 }) => {
    const seed = rng.seed()
    piece(c, {
      x,
      y,
      r: s,
      mode: 'drape',
      outline: outline(rng, { wobble: 0.1 }),
      fade: s * 0.45,
      form: () => 0,
      soft: 0.1,
      paint: (o, u, v) => {
        const k = fbm(u * 0.03, v * 0.03, 3, seed),
          g = noise(u * 0.5, v * 0.5, seed + 1)
        ramp(o, list, 0.5 + 0.3 * g)
        o.a *= amount * smooth(-0.4, 0.45, k + g * 0.7)
        o.h = 0.7 * g
        o.gloss = 0.03
      },
    })
  }
}
