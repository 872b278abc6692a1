/** Squid out of the fryer: rings cut thick and thin and the curled tentacles, in a light, blistered crust. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { spline, stroke } from '../shapes.mjs'

const CRUST = palette('#94500f', '#c87f22', '#e4a440', '#f2c468', '#f9dc98'),
  BROWN = hex('#95500f'),
  SQUID = hex('#fbf1dc')

/** Flour that puffed and browned where it stood highest; inside of a ring the squid shows white. */
const crust = (r, seed, tone, inner) => (o, along, q) => {
  const n = fbm(along * 0.045, q * 0.9, 3, seed),
    fine = fbm(along * 0.17, q * 2.6, 2, seed + 1)
  ramp(o, CRUST, 0.56 + tone + 0.3 * n + 0.16 * fine - 0.2 * Math.abs(q) ** 3)
  over(o, BROWN, 0.85 * smooth(0.04, 0.46, n + 0.35 * fine))
  if (inner) over(o, SQUID, 0.6 * smooth(0.62, 0.95, q * inner + 0.25 * n))
  o.h += r * (0.2 * n + 0.14 * fine)
  o.gloss = 0.4 + 0.25 * fine
  shade(o, 1.02 - 0.18 * smooth(0.6, 1, Math.abs(q)))
}

function ring(c, { x, y, s, z, rng }) {
  const seed = rng.seed(),
    turn = rng.angle(),
    flat = rng.in(0.55, 1),
    thick = s * rng.in(0.27, 0.37),
    lean = rng.in(-0.5, 0.5),
    points = []
  for (let k = 0; k < 9; k++) {
    const a = (k / 9) * Math.PI * 2,
      R = s * (1 + 0.16 * noise(Math.cos(a) * 1.2, Math.sin(a) * 1.2, seed)),
      u = Math.cos(a) * R,
      v = Math.sin(a) * R * flat
    points.push([x + Math.cos(turn) * u - Math.sin(turn) * v, y + Math.sin(turn) * u + Math.cos(turn) * v])
  }
  stroke(c, {
    points: spline(points, 4, true),
    r: (t) => thick * (1 + 0.22 * noise(Math.cos(t * 6.283) * 2, Math.sin(t * 6.283) * 2, seed + 3)),
    z: (px, py) => z + lean * (px - x) + 0.2 * (py - y),
    soft: 0.4,
    paint: crust(thick, seed + 5, rng.in(-0.07, 0.1), 1),
  })
}

function tentacles(c, { x, y, s, z, rot, rng }) {
  const n = rng.int(6, 8),
    from = rot ?? rng.angle()
  for (let i = 0; i < n; i++) {
    const a = from + (i / (n - 1) - 0.5) * 2.5,
      l = s * rng.in(1.1, 1.7),
      curl = rng.in(0.5, 1.2) * (i < n / 2 ? -1 : 1),
      points = [0, 0.3, 0.6, 0.85, 1].map((t) => {
        const b = a + curl * t * t
        return [x + Math.cos(b) * l * t, y + Math.sin(b) * l * t]
      })
    stroke(c, {
      points: spline(points, 3.5),
      r: (t) => s * (0.24 - 0.13 * t) * (1 + 0.14 * Math.sin(t * 30 + i)),
      z: (px, py) => z + 3 * Math.sin(i * 2) - 0.12 * Math.hypot(px - x, py - y),
      soft: 0.4,
      paint: crust(s * 0.2, rng.seed(), rng.in(-0.16, 0.02), 0),
    })
  }
}

/** Heaped from a slotted spoon: the crown last. */
function fritto(c, { x, y, s, rng, n = 66, mound = 0.24 }) {
  const base = c.heightAt(x, y)
  for (let i = 0; i < n; i++) {
    const q = Math.sqrt(1 - i / n),
      a = i * 2.4 + rng.in(-0.35, 0.35),
      d = s * q * rng.in(0.88, 1.06),
      spot = {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        z: base + 8 + s * mound * (1 - q * q) + rng.in(-3, 6),
        rng,
      }
    if (i % 7 === 5) tentacles(c, { ...spot, z: spot.z + 14, s: rng.in(36, 46), rot: a + rng.in(-0.8, 0.8) })
    else ring(c, { ...spot, s: rng.in(20, 40) })
  }
}

export const FRITTO = { fritto }
