/** What the pit and the pot make tender: braised cheek, rib tips, collard greens. s is a half length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'
import { barkPaint } from './brisket.mjs'

const CHEEK = palette('#3c170c', '#74381e', '#a8683e', '#cf9a66', '#ecc596')

/** A braised piece: round shoulders under a glaze, and the grain opening where a fork has pressed. */
function cheek(c, { x, y, s, rot, rng, lift }) {
  const seed = rng.seed(),
    tone = rng.in(-0.06, 0.08),
    squat = rng.in(0.66, 0.8),
    from = rng.in(-0.6, -0.05),
    face = rng.in(0.75, 1)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * squat,
    rot: rot ?? rng.angle(),
    lift,
    outline: outline(rng, { wobble: 0.1, ragged: 0.014, lobes: 5 }),
    height: s * 0.62,
    edge: s * 0.5,
    seed,
    soft: 0.35,
    paint: (o, u, v, d) => {
      const bow = v + (0.18 * u * u) / s + s * 0.07 * noise(u * 0.02, v * 0.02, seed + 1),
        bundle = fbm(u * 0.026, bow * 0.075, 3, seed + 2),
        fibre = fbm(u * 0.06, bow * 0.22, 3, seed + 3),
        open = face * smooth(from - 0.25, from + 0.35, u / s + 0.25 * bundle),
        seam = smooth(0.09, 0, Math.abs(bundle)) * (0.35 + 0.65 * open)
      ramp(o, CHEEK, 0.34 + tone + 0.3 * open + 0.3 * bundle + 0.16 * fibre * (0.4 + open))
      over(o, hex('#3a1206'), 0.42 * (1 - open) * smooth(-0.2, 0.5, fbm(u * 0.025, v * 0.025, 3, seed + 4)))
      over(o, hex('#1d0803'), 0.6 * seam)
      // Collagen that has melted to a clear seam.
      over(o, hex('#d08a48'), 0.4 * open * smooth(0.3, 0.5, noise(u * 0.02, bow * 0.13, seed + 5)))
      shade(o, 0.78 + 0.22 * smooth(0, s * 0.3, d))
      const crust = smooth(
          -0.1,
          0.25,
          from - u / s - 0.3 * bundle + 0.3 * fbm(u * 0.03, v * 0.03, 3, seed + 6),
        ),
        meat = [o.r, o.g, o.b, o.h]
      barkPaint(o, u, v, seed + 7, 0.62)
      over(o, hex('#7a2c0e'), 0.38)
      ;['r', 'g', 'b', 'h'].forEach((m, i) => (o[m] = meat[i] + (o[m] - meat[i]) * crust * 0.9))
      o.h += s * (0.06 * bundle + 0.018 * fibre * open - 0.05 * seam)
      o.gloss = 0.9 - 0.2 * open + 0.2 * fibre
    },
  })
}

const TIP = palette('#66301c', '#8e4c2e', '#b0704a', '#cf9a70'),
  BONE = palette('#b89a6c', '#dcc69a', '#f2e6c8')

/** A rib tip: a knuckle of glazed bark, or, cut side up, rosy meat around its gristle and bone. */
function ribTip(c, { x, y, s, rot, rng, lift, glaze = '#7a300e', cut = 0.5 }) {
  const seed = rng.seed(),
    open = rng.chance(cut),
    lac = hex(glaze),
    long = rng.in(0.56, 0.8),
    shape = outline(rng, { wobble: 0.075, ragged: 0.012, lobes: 5 }),
    box = (a) => 1 / (Math.abs(Math.cos(a)) ** 5 + Math.abs(Math.sin(a)) ** 5) ** (1 / 5),
    lean = rng.in(-0.5, 0.5),
    knob = { u: s * rng.in(0.28, 0.5), v: s * rng.in(-0.2, 0.2), r: s * rng.in(0.17, 0.24) }
  piece(c, {
    x,
    y,
    r: s,
    ry: s * long,
    rot: rot ?? rng.angle(),
    lift,
    outline: (a) => shape(a) * box(a) * 0.94,
    height: s * rng.in(0.62, 0.8),
    edge: s * (open ? 0.26 : 0.46),
    seed,
    soft: 0.25,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.05, v * 0.05, 3, seed + 2)
      barkPaint(o, u, v, seed, 0.62)
      over(o, lac, 0.5 + 0.3 * n)
      over(o, hex('#c8641c'), 0.5 * smooth(0.15, 0.55, fbm(u * 0.06, v * 0.06, 2, seed + 3)))
      o.h += s * 0.07 * n
      o.gloss = 0.8 + 0.2 * n
      if (!open) return
      const inside = smooth(s * 0.14, s * 0.22, d + s * 0.06 * n)
      if (inside <= 0) return
      const bark = [o.r, o.g, o.b, o.h, o.gloss],
        fibre = fbm(u * 0.035, v * 0.16, 3, seed + 4)
      ramp(o, TIP, 0.5 + 0.45 * fibre)
      over(o, hex('#a83a28'), 0.7 * smooth(s * 0.34, s * 0.18, d + s * 0.05 * n))
      over(o, hex('#ecd0a0'), 0.55 * smooth(0.25, 0.45, noise(u * 0.025, v * 0.08, seed + 5)))
      o.h += 1.6 * fibre
      o.gloss = 0.5 + 0.4 * smooth(0, 0.4, n)
      // A bar of gristle, its end cut through.
      const ku = u - knob.u,
        kv = v - knob.v - lean * ku,
        q = Math.hypot(ku * 0.62, kv * 1.5) / knob.r + 0.5 * n,
        bone = smooth(1.1, 0.86, q)
      over(o, hex('#5c2014'), 0.55 * smooth(1.5, 1.05, q))
      if (bone > 0) {
        const was = [o.r, o.g, o.b]
        ramp(o, BONE, 0.35 + 0.5 * smooth(0.1, 0.8, q) + 0.4 * noise(u * 0.12, v * 0.12, seed + 6))
        ;['r', 'g', 'b'].forEach((m, i) => (o[m] = was[i] + (o[m] - was[i]) * bone * 0.9))
        o.h += s * 0.05 * bone
      }
      over(o, lac, 0.5 * smooth(0.1, 0.5, noise(u * 0.03, v * 0.03, seed + 7)))
      ;['r', 'g', 'b', 'h', 'gloss'].forEach((m, i) => (o[m] = bark[i] + (o[m] - bark[i]) * inside))
    },
  })
}

const COLLARD = palette('#12150a', '#262a0f', '#3c4118', '#575a22', '#7a7636')

/** A broad piece of leaf, cooked limp: folded over itself, its rib pale, its skin wet. */
function collard(c, { x, y, s, rot, rng, lift }) {
  const seed = rng.seed(),
    tone = rng.in(-0.12, 0.14),
    rib = rng.chance(0.3),
    bend = rng.in(-0.4, 0.4),
    fold = rng.in(-0.25, 0.25) * s
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.55, 0.85),
    rot: rot ?? rng.angle(),
    lift: lift ?? 1,
    outline: outline(rng, { wobble: 0.26, ragged: 0.012, lobes: 7 }),
    height: s * 0.15,
    edge: s * 0.16,
    seed,
    soft: 0.5,
    paint: (o, u, v, d) => {
      const w = v - (bend * u * u) / s,
        wave = noise(u * 0.016, w * 0.034, seed + 1),
        soft = fbm(u * 0.03, w * 0.05, 2, seed + 2),
        ridge = 1 - Math.min(1, Math.abs(w - fold - s * 0.16 * wave) / (s * 0.34))
      ramp(o, COLLARD, 0.42 + tone + 0.34 * wave + 0.22 * soft + 0.12 * ridge)
      // The fold turns up the paler underside.
      over(
        o,
        hex('#77803e'),
        0.4 * smooth(0, s * 0.05, w - fold - s * 0.16 * wave) * smooth(s * 0.3, s * 0.1, w - fold),
      )
      if (rib) {
        const stem = Math.abs(w) / (s * 0.055),
          side = Math.abs(((u / s) * 3.4 + (Math.abs(w) / s) * 2.2) % 1)
        over(o, hex('#98904e'), 0.6 * smooth(1, 0.5, stem))
        over(
          o,
          hex('#8a8f48'),
          0.3 * smooth(0.1, 0.02, Math.min(side, 1 - side)) * smooth(s * 0.5, s * 0.1, Math.abs(w)),
        )
        o.h += s * 0.04 * smooth(1.4, 0.2, stem)
      }
      shade(o, 0.72 + 0.28 * smooth(0, s * 0.12, d))
      o.h +=
        s * (0.2 * wave + 0.15 * ridge * ridge + 0.09 * soft + 0.09 * noise(u * 0.05, w * 0.02, seed + 3))
      o.gloss = 0.75 + 0.4 * smooth(-0.1, 0.4, soft)
    },
  })
}

export const BRAISES = { cheek, 'rib-tip': ribTip, collard }
