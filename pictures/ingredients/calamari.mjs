/** Fritto of squid: rings and curled tentacles in a thin crust of flour, craggy, blond and brown; s is the heap's radius. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover } from '../shapes.mjs'
import { blend } from './carved.mjs'

const CRUST = palette('#8f5210', '#c98524', '#e6ad42', '#f3cb70', '#fae3a6'),
  SQUID = palette('#d8b78a', '#f3e2c2', '#fdf5e4'),
  BROWN = hex('#94510e')

/** The crust at u, v: it blistered in the oil, browned on its crags and stayed floury between them. */
function crust(o, u, v, seed, tone) {
  const n = fbm(u * 0.035, v * 0.035, 3, seed),
    fine = fbm(u * 0.13, v * 0.13, 3, seed + 1),
    k = cells(u * 0.085 + 0.5 * fine, v * 0.085, seed + 2),
    crag = smooth(0.55, 0.1, k.f1) * (0.3 + 0.7 * k.id)
  ramp(o, CRUST, 0.5 + tone + 0.3 * n + 0.2 * fine + 0.16 * crag)
  over(o, BROWN, 0.72 * smooth(0.14, 0.52, n * 0.8 + 0.5 * fine + 0.12 * crag))
  over(o, hex('#fae3ac'), 0.45 * smooth(0.15, 0.5, -n + 0.4 * fine))
  o.gloss = 0.3 + 0.3 * smooth(0, 0.4, fine)
  o.soft = 0.4
  return 2.2 * n + 1.2 * fine + 2 * crag
}

function ring(c, { x, y, s, z, rng }) {
  const seed = rng.seed(),
    flat = rng.in(0.62, 1),
    thick = s * rng.in(0.27, 0.36),
    lean = rng.in(-0.4, 0.4),
    leanV = rng.in(-0.25, 0.25),
    tone = rng.in(-0.12, 0.1)
  c.stamp(
    x,
    y,
    s * 1.85,
    rng.angle(),
    (u, v0, o) => {
      const v = v0 / flat,
        far = Math.hypot(u, v),
        ca = u / (far + 0.01),
        sa = v / (far + 0.01),
        scale = Math.hypot(u, v0) / (far + 0.01),
        off = (far - s * (1 + 0.16 * noise(ca * 1.1, sa * 1.1, seed))) * scale,
        T =
          thick * (1 + 0.3 * noise(ca * 1.8, sa * 1.8, seed + 1)) +
          1.7 * fbm(u * 0.11, v * 0.11, 3, seed + 2),
        d = T - Math.abs(off)
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      const bump = crust(o, u, v0, seed + 3, tone),
        q = off / T
      o.h = T * 0.95 * Math.sqrt(Math.max(0, 1 - q * q)) + lean * u + leanV * v0 + bump * smooth(0, 4, d)
      // Cut through, the squid shows white on the inside of its ring.
      blend(o, smooth(-0.5, -0.74, q + 0.22 * fbm(u * 0.06, v * 0.06, 2, seed + 4)), () => {
        ramp(o, SQUID, 0.7 + 0.4 * noise(u * 0.1, v * 0.1, seed + 5))
        o.gloss = 0.7
      })
      shade(o, 0.8 + 0.2 * smooth(0, T * 0.5, d))
    },
    'solid',
    z,
  )
}

/** One arm: an arc that tapers, knobbly where its suckers held flour. */
function arm(c, { x, y, long, wide, rot, bend, z, drop, rng }) {
  const seed = rng.seed(),
    R = long / Math.abs(bend),
    hand = bend < 0 ? -1 : 1,
    tone = rng.in(-0.14, 0.02)
  c.stamp(
    x,
    y,
    long * 1.1 + wide,
    rot,
    (u, v0, o) => {
      const v = v0 * hand,
        a = Math.atan2(u, R - v),
        held = Math.max(0, Math.min(Math.abs(bend), a)),
        t = held / Math.abs(bend),
        off = Math.hypot(u - R * Math.sin(held), v - R + R * Math.cos(held)),
        w =
          wide * (1 - 0.62 * t) * (1 + 0.16 * Math.sin(t * 26 + (seed % 7))) +
          1.2 * fbm(u * 0.14, v * 0.14, 2, seed)
      if (off > w) return false
      o.a = cover(off - w, c.px)
      if (o.a <= 0) return false
      const bump = crust(o, u, v0, seed, tone)
      o.h = w * Math.sqrt(Math.max(0, 1 - (off / w) ** 2)) - drop * t * t + bump * 0.5
      shade(o, 0.82 + 0.18 * smooth(1, 0.6, off / w))
    },
    'solid',
    z,
  )
}

function tentacles(c, { x, y, s, z, rng }) {
  const n = rng.int(7, 8),
    from = rng.angle()
  for (let i = 0; i < n; i++) {
    const k = i / (n - 1) - 0.5
    arm(c, {
      x,
      y,
      long: s * rng.in(1.2, 1.8),
      wide: s * rng.in(0.2, 0.26),
      rot: from + k * 3.4,
      bend: rng.in(0.7, 2) * (rng.chance(0.5 + k * 0.6) ? 1 : -1),
      z: z + rng.in(-3, 6),
      drop: s * rng.in(0.1, 0.4),
      rng,
    })
  }
  ring(c, {
    x: x - Math.cos(from) * s * 0.2,
    y: y - Math.sin(from) * s * 0.2,
    s: s * 0.24,
    z: z + s * 0.12,
    rng,
  })
}

/** Heaped loosely: the widest below, the last rings and tentacles on its crown. */
function calamari(c, { x, y, s, rng, n = 44, mound = 0.3 }) {
  const base = c.heightAt(x, y)
  for (let i = 0; i < n; i++) {
    const q = Math.sqrt(1 - i / n),
      a = i * 2.4 + rng.in(-0.3, 0.3),
      d = s * q * rng.in(0.86, 1.02),
      spot = {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        z: base + 6 + s * mound * (1 - q * q) + rng.in(-2, 8),
        rng,
      }
    if (i % 6 === 4) tentacles(c, { ...spot, z: spot.z + 10, s: rng.in(38, 48) })
    else ring(c, { ...spot, s: rng.in(29, 47) })
  }
}

export const CALAMARI = { 'calamari-fritti': calamari }
