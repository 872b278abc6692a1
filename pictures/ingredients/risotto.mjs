/** Risotto poured so that it runs: grains drowned in their saffron cream, and the marrow bone that belongs on it. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, scatter, spline, stroke } from '../shapes.mjs'
import { nugget } from './makers.mjs'

const CREAM = palette('#b9670a', '#d98a12', '#eaa526', '#f4bf4a'),
  DEEP = hex('#c8700a')

/** How far the cream has risen in the slow ring of a wave, -1 to 1. */
const wave = (u, v, s, seed) => {
  const q = Math.hypot(u, v) / s
  return (
    Math.sin(q * 11 + 1.6 * fbm(u * 0.006, v * 0.006, 2, seed)) * smooth(0.12, 0.4, q) * smooth(1, 0.8, q)
  )
}

function cream(c, { x, y, s, rng, z, seed, rise }) {
  piece(c, {
    x,
    y,
    r: s,
    z,
    outline: outline(rng, { wobble: 0.025, lobes: 5 }),
    height: rise,
    edge: s * 0.16,
    soft: 0.7,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.03, v * 0.03, 3, seed + 1),
        w = wave(u, v, s, seed)
      ramp(o, CREAM, 0.55 + 0.2 * n + 0.08 * w)
      over(o, DEEP, 0.5 * smooth(s * 0.09, 0, d))
      o.h += s * 0.018 * w + 0.8 * n
      o.gloss = 0.9
    },
  })
}

/** The grains lie flat in it: only their backs show, and they shine. */
function waveRisotto(c, { x, y, s, rng, n = 3000 }) {
  const z = c.heightAt(x, y) - 2,
    seed = rng.seed(),
    rise = s * 0.07
  cream(c, { x, y, s, rng, z, seed, rise })
  const grain = nugget({
    colours: ['#cf8210', '#e8a428', '#f2bd4a', '#f8d276'],
    long: 1.9,
    high: 0.5,
    gloss: 0.95,
    soft: 0.8,
    mottle: 0.2,
  })
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      d = s * 0.95 * Math.sqrt(rng.next()),
      px = x + Math.cos(a) * d,
      py = y + Math.sin(a) * d,
      bare = fbm(px * 0.012, py * 0.012, 2, seed + 4)
    if (bare < -0.46) continue
    grain(c, { x: px, y: py, s: rng.in(7, 9.5), rng, z: c.heightAt(px, py) - rng.in(1.2, 2.6) })
  }
  for (const [px, py] of scatter(rng, 26, s * 0.86, { x, y })) {
    const a = rng.angle(),
      l = rng.in(7, 13),
      bow = rng.in(-4, 4)
    const at = (t, off) => [
      px + Math.cos(a) * t - Math.sin(a) * off,
      py + Math.sin(a) * t + Math.cos(a) * off,
    ]
    stroke(c, {
      points: spline([at(-l, 0), at(0, bow), at(l, 0)], 3),
      r: (t) => 1.1 + 0.7 * t,
      gloss: 0.6,
      soft: 0.3,
      z: (u, v) => c.heightAt(u, v) - 0.4,
      paint: (o, along) => ramp(o, THREAD, 0.4 + along * 0.03),
    })
  }
}

const THREAD = palette('#7a1404', '#b22a06', '#d85a10')
const BONE = palette('#b08a5c', '#d9bd92', '#efdfc2', '#f8efdd'),
  MARROW = palette('#7a3a0c', '#b8702a', '#dba45a', '#f0cf96'),
  ROAST = hex('#5a2606')

/** A shin bone sawn along its length and roasted: a trough of bone, knuckled at both ends, full of trembling marrow. */
function splitMarrowBone(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    ry = s * 0.4
  piece(c, {
    x,
    y,
    r: s,
    ry,
    rot: rot ?? 0,
    lift: -4,
    outline: (a) => 0.9 + 0.3 * Math.sin(2 * a) ** 2 - 0.06 * Math.sin(a) ** 2,
    form: (d) => s * 0.17 * smooth(0, s * 0.07, d),
    gloss: 0.4,
    soft: 0.5,
    paint: (o, u, v, d) => {
      const n = fbm((u / s) * 4, (v / s) * 4, 3, seed),
        fine = noise((u / s) * 22, (v / s) * 30, seed + 1),
        waist = ry * (0.66 + 0.16 * (u / s) ** 2) + s * 0.02 * n,
        inside =
          smooth(0.02 * s, -0.03 * s, Math.abs(v) - waist) * smooth(0.84, 0.78, Math.abs(u / s) + 0.03 * n)
      ramp(o, BONE, 0.72 + 0.25 * n + 0.08 * fine - 0.5 * smooth(s * 0.06, 0, d))
      over(o, ROAST, 0.45 * smooth(0.25, 0.6, n + 0.3 * fine))
      if (inside <= 0) return
      const { r, g, b } = o,
        lump = fbm((u / s) * 5, (v / s) * 7, 3, seed + 3),
        dome = 1 - (v / waist) ** 2
      ramp(o, MARROW, 0.5 + 0.5 * lump + 0.16 * dome)
      over(o, ROAST, 0.75 * smooth(0.12, 0.5, lump + 0.2 * fine + 0.3 * (1 - dome)))
      o.r = r + (o.r - r) * inside
      o.g = g + (o.g - g) * inside
      o.b = b + (o.b - b) * inside
      o.h += inside * s * (0.05 * dome - 0.045 + 0.02 * lump)
      o.gloss = 0.4 + 0.6 * inside
      o.soft = 0.5 + 0.3 * inside
      shade(o, 1 - 0.15 * inside * smooth(0.5, 0, dome))
    },
  })
}

export const RISOTTO = { 'wave-risotto': waveRisotto, 'split-marrow-bone': splitMarrowBone }
