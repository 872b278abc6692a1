/** Risotto poured so that it runs: grains drowned in their saffron cream, and the marrow bone that belongs on it. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, scatter, spline, stroke } from '../shapes.mjs'
import { blend } from './carved.mjs'

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

/** One grain: swollen, glassy at its rim, its heart still white. */
function grain(c, { x, y, z, s, rng }) {
  const seed = rng.seed(),
    tone = rng.in(-0.14, 0.12)
  piece(c, {
    x,
    y,
    z,
    r: s,
    ry: s * rng.in(0.46, 0.56),
    rot: rng.angle(),
    outline: outline(rng, { wobble: 0.05, lobes: 4 }),
    height: s * 0.42,
    edge: s * 0.5,
    gloss: 1,
    soft: 0.85,
    paint: (o, u, v) => {
      const far = Math.hypot(u / s, v / (s * 0.5))
      ramp(o, GRAIN, 0.5 + tone + 0.4 * smooth(0.9, 0.2, far) + 0.12 * noise((u / s) * 2, (v / s) * 3, seed))
    },
  })
}

/** Threads of saffron that have bled into it. */
function threads(c, { x, y, s, rng }) {
  for (const [px, py] of scatter(rng, 22, s * 0.88, { x, y })) {
    const a = rng.angle(),
      l = rng.in(7, 14),
      bow = rng.in(-4, 4)
    const at = (t, off) => [
      px + Math.cos(a) * t - Math.sin(a) * off,
      py + Math.sin(a) * t + Math.cos(a) * off,
    ]
    stroke(c, {
      points: spline([at(-l, 0), at(0, bow), at(l, 0)], 3),
      r: (t) => 1.1 + 0.8 * t,
      gloss: 0.6,
      soft: 0.3,
      z: (u, v) => c.heightAt(u, v) - 0.4,
      paint: (o, along) => ramp(o, THREAD, 0.4 + along * 0.03),
    })
  }
}

/** The grains lie flat in it: only their backs show, and they shine. */
function waveRisotto(c, { x, y, s, rng, n = 2700 }) {
  const z = c.heightAt(x, y) - 2,
    seed = rng.seed()
  cream(c, { x, y, s, rng, z, seed, rise: s * 0.07 })
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      q = Math.sqrt(rng.next()),
      px = x + Math.cos(a) * s * 0.965 * q,
      py = y + Math.sin(a) * s * 0.965 * q,
      deep = 0.9 * smooth(-0.1, -0.5, fbm(px * 0.012, py * 0.012, 2, seed + 4)) + smooth(0.86, 1, q)
    grain(c, { x: px, y: py, s: rng.in(8.8, 11.4), rng, z: c.heightAt(px, py) - rng.in(2, 3.8) - 1.4 * deep })
  }
  threads(c, { x, y, s, rng })
}

const THREAD = palette('#7a1404', '#b22a06', '#d85a10')
const GRAIN = palette('#bf6c08', '#dd8f12', '#eba928', '#f3c350', '#f9dc90')
const BONE = palette('#8f6436', '#c9a574', '#e6d0a6', '#f4e8cd'),
  MARROW = palette('#8f4a0e', '#c97c26', '#e6ab54', '#f6d592'),
  ROAST = hex('#6b3610')

/** A shin bone sawn across and roasted, standing in its fat: the thick wall of bone, the trembling marrow that has risen in it. */
function marrowBone(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    around = outline(rng, { wobble: 0.075, lobes: 4 }),
    well = outline(rng, { wobble: 0.09, lobes: 4 })
  // What has melted out of it shines on the rice around.
  piece(c, {
    x,
    y,
    r: s * 1.5,
    mode: 'drape',
    outline: outline(rng, { wobble: 0.16, lobes: 6 }),
    fade: s * 0.2,
    form: () => 0,
    gloss: 1,
    soft: 0.8,
    paint: (o, u, v) => {
      ramp(o, palette('#9a4c06', '#bf6c0c'), 0.5 + 0.5 * noise(u * 0.05, v * 0.05, seed + 8))
      o.a *= 0.5
      o.h = 0.6
    },
  })
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.9,
    rot: rot ?? rng.angle(),
    outline: around,
    form: (d) => s * 0.42 * Math.sqrt(Math.min(1, Math.max(0, d) / (s * 0.12))),
    gloss: 0.4,
    soft: 0.5,
    paint: (o, u, v, d) => {
      const p = u / s,
        q = v / (s * 0.9),
        n = fbm(p * 4, q * 4, 3, seed),
        fine = noise(p * 26, q * 26, seed + 1),
        inner = 0.66 * well(Math.atan2(q, p)) + 0.02 * n,
        far = Math.hypot(p, q)
      ramp(o, BONE, 0.74 + 0.22 * n + 0.07 * fine - 0.55 * smooth(s * 0.1, 0, d))
      // Spongy towards the marrow, browned on its outer rim.
      over(o, hex('#a8743c'), 0.6 * smooth(0.3, 0.6, fine + n) * smooth(inner + 0.16, inner, far))
      over(o, ROAST, 0.6 * smooth(0.2, 0.75, n + 0.6 * smooth(s * 0.12, 0, d)))
      const inside = smooth(inner + 0.025, inner - 0.025, far)
      o.h -= s * 0.05 * smooth(0.07, 0, Math.abs(far - inner))
      blend(o, inside, () => {
        const lump = fbm(p * 3.4, q * 3.4, 3, seed + 3),
          dome = Math.max(0, 1 - (far / inner) ** 2)
        ramp(o, MARROW, 0.5 + 0.55 * lump + 0.3 * dome)
        over(o, ROAST, 0.7 * smooth(0.16, 0.55, fbm(p * 5 + 9, q * 5, 3, seed + 5) + 0.3 * (1 - dome)))
        o.h += s * (0.12 * dome - 0.06 + 0.035 * lump)
        o.gloss = 1
        o.soft = 0.85
      })
      shade(o, 0.92 + 0.08 * smooth(0, s * 0.1, d))
    },
  })
}

export const RISOTTO = { 'wave-risotto': waveRisotto, 'marrow-bone': marrowBone }
