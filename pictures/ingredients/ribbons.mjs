/** Tagliatelle: flat ribbons of egg dough turned into a nest, and the ragù that clings to them. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, spline, stroke } from '../shapes.mjs'

const DOUGH = palette('#a8641a', '#d6952e', '#f0bd54', '#f9d888', '#fdeabb'),
  FILM = hex('#b4541c'),
  SAUCE = palette('#581c0a', '#863812', '#ac561f', '#cc7c38'),
  BEEF = palette('#3c1a0c', '#6a3218', '#8f4e2a', '#b07248'),
  PORK = palette('#5c2c14', '#8f5028', '#b4764a', '#d09c6c'),
  PARMESAN = palette('#e6cb8c', '#f4e2b4', '#fdf4dc'),
  CARROT = palette('#b8480a', '#e07a1c', '#f4a44a')

/** The middle line of one ribbon of a bundle. */
function line({ x, y, s, w }, b, off, own, rng) {
  const points = [],
    from = b.start + rng.in(-0.16, 0.16),
    arc = b.arc + rng.in(-0.25, 0.25)
  for (let k = 0; k <= 10; k++) {
    const a = from + (arc * k) / 10,
      sway = 1.6 * noise(k * 0.35, 0.5, b.seed) + 0.9 * noise(k * 0.6, own * 3.7, b.seed + 1),
      R = Math.max(w * 0.8, b.R + off + sway * w)
    const u = b.u + Math.cos(a) * R,
      v = b.v + Math.sin(a) * R * b.squash,
      d = Math.hypot(u, v),
      lim = s * (0.95 + 0.13 * noise(k * 0.7, own * 1.9, b.seed + 2))
    points.push(d > lim ? [x + (u / d) * lim, y + (v / d) * lim] : [x + u, y + v])
  }
  return points
}

/**
 * A flat band along a line, its joints mitred, so that a band that leans stays smooth.
 * paint gets the way along it, the side from -1 to 1 and the point of the line.
 */
function band(c, { points, half, z, paint }) {
  let along = 0
  for (let i = 0; i < points.length - 1; i++) {
    const [ax, ay] = points[i],
      [bx, by] = points[i + 1],
      len = Math.hypot(bx - ax, by - ay) || 1e-6,
      turn = Math.atan2(by - ay, bx - ax),
      [nx, ny] = points[i + 2] ?? [2 * bx - ax, 2 * by - ay],
      bend = Math.atan2(ny - by, nx - bx) - turn,
      mitre = Math.abs(Math.tan(Math.atan2(Math.sin(bend), Math.cos(bend)) / 2)),
      start = along,
      z0 = z(ax, ay, start),
      z1 = z(bx, by, start + len)
    c.stamp((ax + bx) / 2, (ay + by) / 2, len / 2 + half(start) + 2, turn, (u, v, o) => {
      if (Math.abs(u) > len / 2 + Math.abs(v) * mitre + 0.6) return false
      const k = u / len + 0.5,
        at = start + k * len,
        q = v / half(at)
      o.a = Math.max(0, Math.min(1, 0.5 + ((1 - Math.abs(q)) * half(at)) / c.px))
      if (o.a <= 0) return false
      o.h = z0 + (z1 - z0) * k
      return paint(o, at, Math.max(-1, Math.min(1, q)), points[i])
    })
    along += len
  }
}

/** Ribbons of a bundle lie on one another like roof tiles; each leans and rolls a little along its way. */
function ribbon(c, { x, y, s, z0, mound, points, w, t, lift, lean, seed, tone }) {
  const roll = (along) => lean + 0.34 * noise(along * 0.011, 3.3, seed)
  band(c, {
    points,
    half: (along) => w * (1 - 0.34 * smooth(0.35, 0.9, Math.abs(roll(along)))),
    z: (px, py, along) => {
      const q = Math.min(1, Math.hypot(px - x, py - y) / s)
      return z0 + s * mound * (1 - q * q) + lift + w * 0.5 * noise(along * 0.012, 1.7, seed + 4)
    },
    paint: (o, along, q, [px, py]) => {
      const far = Math.hypot(px - x, py - y) / s,
        tilt = roll(along),
        edge = smooth(0.76, 1, Math.abs(q)),
        low = smooth(0.1, 1, -q * Math.sign(tilt)),
        grain = fbm(along * 0.03, q * 1.6, 2, seed + 1),
        wet = smooth(-0.3, 0.5, fbm(along * 0.016, q * 0.5, 2, seed + 2) + 0.36 - 0.62 * far)
      o.h += w * (tilt * q + 0.1 * (1 - q * q) + 0.04 * grain) + 2.2 * (1 - edge)
      ramp(o, DOUGH, 0.6 + tone + 0.1 * t + 0.12 * grain - 0.4 * edge - 0.2 * low)
      over(o, FILM, 0.68 * wet)
      o.gloss = 0.5 + 0.4 * wet
      o.soft = 0.55
      shade(o, 0.84 + 0.16 * t)
    },
  })
}

/** s is the radius of the nest. */
function nest(c, { x, y, s, rng, w = 15.5, bundles = 19, strands = 5, mound = 0.4 }) {
  const z0 = c.restAt(x, y, s * 0.5)
  for (let i = 0; i < bundles; i++) {
    const t = i / (bundles - 1),
      way = rng.angle(),
      drift = s * 0.26 * rng.next() * (1 - 0.55 * t)
    const b = {
      seed: rng.seed(),
      u: Math.cos(way) * drift,
      v: Math.sin(way) * drift,
      R: s * (0.84 - 0.66 * t) * rng.in(0.92, 1.05),
      start: i * 2.4 + rng.in(-0.5, 0.5),
      arc: rng.in(2, 3) + 1.4 * t,
      squash: rng.in(0.74, 1.06),
    }
    const lean = rng.in(0.12, 0.42) * (rng.chance(0.75) ? -1 : 1)
    for (let j = 0; j < strands; j++) {
      const off = (j - (strands - 1) / 2) * w * 1.7 * (1 - 0.2 * t)
      ribbon(c, {
        x,
        y,
        s,
        z0,
        mound,
        w: w * rng.in(0.9, 1.08),
        t,
        points: spline(line({ x, y, s, w }, b, off, j, rng), 5),
        lift: t * w * 3 + rng.in(0, w * 1.3),
        lean: lean + rng.in(-0.12, 0.12),
        seed: rng.seed(),
        tone: rng.in(-0.16, 0.12),
      })
    }
  }
}

/** A crumb of meat or a dice of carrot, wet with sauce. */
function crumb(c, { x, y, s, rng, list, lift = 0 }) {
  const seed = rng.seed(),
    tone = rng.in(-0.1, 0.1)
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.62, 0.95),
    rot: rng.angle(),
    lift: lift - s * 0.3,
    outline: outline(rng, { wobble: 0.24, ragged: 0.05, lobes: 6 }),
    height: s * 0.85,
    edge: s * 0.9,
    rough: s * 0.22,
    grain: 1.6 / s,
    seed,
    gloss: 0.6,
    soft: 0.35,
    paint: (o, u, v, d) => {
      const n = fbm((u * 1.5) / s, (v * 1.5) / s, 3, seed + 1)
      ramp(o, list, 0.55 + tone + 0.36 * n + 0.12 * smooth(0, s, d))
      over(
        o,
        SAUCE[2],
        0.5 * smooth(0.1, 0.5, noise(u / s + 4, v / s, seed + 2)) + 0.35 * smooth(s * 0.4, 0, d),
      )
    },
  })
}

/** What binds the crumbs: a thick sauce that sinks between the ribbons and leaves their backs half bare. */
function gravy(c, { x, y, s, rng }) {
  const seed = rng.seed()
  piece(c, {
    x,
    y,
    r: s,
    ry: s * rng.in(0.6, 0.9),
    rot: rng.angle(),
    mode: 'drape',
    outline: outline(rng, { wobble: 0.2, ragged: 0.05, lobes: 7 }),
    form: (d) => 3.5 * smooth(0, 9, d),
    gloss: 0.8,
    soft: 0.35,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.06, v * 0.06, 3, seed),
        fine = noise(u * 0.2, v * 0.2, seed + 1)
      ramp(o, SAUCE, 0.55 + 0.4 * n + 0.14 * fine - 0.1 * smooth(8, 0, d))
      o.h += 2 * n + 1.1 * fine
      o.gloss = 0.7 + 0.3 * n
      o.a *= 0.9
    },
  })
}

/** Meat ragù on a nest: thickest on top, a few crumbs that rolled down the ribbons. s is how far it reaches. */
function ragu(c, { x, y, s, rng, n = 360 }) {
  for (let i = 0; i < 17; i++) {
    const a = i * 2.4 + rng.in(-0.3, 0.3),
      d = s * 0.72 * Math.sqrt((i + 0.5) / 17)
    gravy(c, { x: x + Math.cos(a) * d, y: y + Math.sin(a) * d, s: s * rng.in(0.15, 0.29), rng })
  }
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      clump = 1 + 0.2 * noise(Math.cos(a) * 1.4, Math.sin(a) * 1.4, 7),
      d = s * clump * rng.next() ** 0.72 * 0.9,
      kind = rng.next()
    crumb(c, {
      x: x + Math.cos(a) * d,
      y: y + Math.sin(a) * d,
      s: kind < 0.07 ? rng.in(4, 5.5) : rng.in(4.5, 11.5) * (1 - (0.3 * d) / s),
      rng,
      list: kind < 0.07 ? CARROT : kind < 0.6 ? BEEF : PORK,
    })
  }
}

/** Parmesan from the fine grater: curls that lie loosely on one another. */
function snow(c, { x, y, s, rng, n = 230 }) {
  for (let i = 0; i < n; i++) {
    const a = rng.angle(),
      d = s * rng.next() ** 0.75,
      l = rng.in(4, 10),
      way = rng.angle(),
      bend = rng.in(-0.5, 0.5) * l,
      px = x + Math.cos(a) * d,
      py = y + Math.sin(a) * d,
      tone = rng.in(0.2, 1),
      at = (u, v) => [px + Math.cos(way) * u - Math.sin(way) * v, py + Math.sin(way) * u + Math.cos(way) * v]
    stroke(c, {
      points: spline([at(-l, bend), at(0, -bend * 0.5), at(l, bend)], 2),
      r: rng.in(0.9, 1.5),
      z: c.restAt(px, py, 4) + 0.4,
      soft: 0.7,
      paint: (o) => ramp(o, PARMESAN, tone),
    })
  }
}

export const RIBBONS = { 'tagliatelle-nest': nest, ragu, 'parmesan-snow': snow }
