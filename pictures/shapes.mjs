/** Irregular outlines, and the four shapes that ingredients are made of: piece, slab, stroke and leaf. */
import { clamp, smooth } from './colour.mjs'
import { fbm } from './random.mjs'

const TURN = Math.PI * 2,
  STEPS = 720

/**
 * A closed outline as a function of the angle, around radius 1: `wobble` for large waves, `ragged` for a torn edge.
 * @param {{wobble?:number, ragged?:number, lobes?:number}} options
 */
export function outline(rng, { wobble = 0.06, ragged = 0, lobes = 6 } = {}) {
  const table = new Float32Array(STEPS + 1).fill(1)
  const wave = (k, amp) => {
    const phase = rng.angle()
    for (let i = 0; i <= STEPS; i++) table[i] += Math.sin((i / STEPS) * TURN * k + phase) * amp
  }
  for (let k = 2; k <= lobes; k++) wave(k, (wobble * rng.in(0.3, 1)) / Math.sqrt(k))
  if (ragged)
    for (let k = 9; k < 46; k += rng.int(2, 5)) wave(k, (ragged * rng.in(0.3, 1)) / Math.sqrt(k / 6))
  return (angle) => table[Math.floor(((((angle / TURN) % 1) + 1) % 1) * STEPS)]
}

/** The height profile of a rounded edge, 0 to 1: `d` is the distance inside the outline, `edge` the width of the rounding. */
export function round(d, edge) {
  if (d >= edge) return 1
  const t = 1 - d / edge
  return Math.sqrt(Math.max(0, 1 - t * t))
}

/** How much of a pixel is covered at the signed distance `d` from the outline (negative inside). */
export const cover = (d, px) => clamp(0.5 - d / px)

/**
 * A thing with an irregular round outline.
 * @param {{x:number,y:number,r:number,ry?:number,rot?:number,height?:number,edge?:number,rough?:number,grain?:number,
 *   outline?:(a:number)=>number, gloss?:number, soft?:number, mode?:string, z?:number, lift?:number, seed?:number, fade?:number,
 *   paint:(o:object,u:number,v:number,d:number)=>void|boolean, form?:(d:number,u:number,v:number)=>number}} p
 */
export function piece(c, p) {
  const {
    x,
    y,
    r,
    ry = r,
    rot = 0,
    height = r * 0.5,
    edge = Math.min(r, ry),
    gloss = 0,
    soft = 0,
    mode = 'solid',
    seed = 1,
  } = p
  const z = p.z ?? (mode === 'solid' ? c.restAt(x, y, Math.min(r, ry)) + (p.lift ?? 0) : 0)
  // Something melted evens out the bumps below it.
  const even = p.even ?? 0,
    rest = even ? c.restAt(x, y, Math.min(r, ry) * 0.8) : 0
  const px = c.px,
    fade = p.fade ?? 0
  c.stamp(
    x,
    y,
    Math.max(r, ry) * 1.35 + fade,
    rot,
    (u, v, o) => {
      const qu = u / r,
        qv = v / ry,
        dist = Math.sqrt(qu * qu + qv * qv)
      if (dist > 1.5) return false
      const limit = p.outline ? p.outline(Math.atan2(qv, qu)) : 1
      const scale = dist > 1e-6 ? Math.sqrt(u * u + v * v) / dist : Math.min(r, ry)
      // Only the rim follows the ragged outline; further in, the whole top would get the shape of a star.
      const own = (dist - limit) * scale,
        free = (dist - 1) * scale,
        d = own + (free - own) * smooth(0, 0.4, 1 - dist / limit)
      o.a = fade ? smooth(0, fade, -own + fade * 0.3) : cover(own, px)
      if (o.a <= 0) return false
      o.gloss = gloss
      o.soft = soft
      o.h = p.form ? p.form(-d, u, v) : height * round(Math.max(0, -d), edge)
      if (even) o.h += (rest - o.base) * even
      if (p.rough) o.h += p.rough * fbm(u * (p.grain ?? 0.15), v * (p.grain ?? 0.15), 3, seed)
      return p.paint(o, u, v, -d)
    },
    mode,
    z,
  )
}

/** Signed distance to a rounded rectangle. */
export function boxDistance(u, v, a, b, corner) {
  const qx = Math.abs(u) - a + corner,
    qy = Math.abs(v) - b + corner
  return Math.min(Math.max(qx, qy), 0) + Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) - corner
}

/**
 * A rounded rectangle with thickness: slices, cubes, boards. `warp` bends its edges; `tilt` slopes it along v, so that slices can overlap like roof tiles.
 */
export function slab(c, p) {
  const {
    x,
    y,
    w,
    l,
    rot = 0,
    corner = 4,
    height = 10,
    edge = 5,
    warp = 0,
    grain = 0.03,
    tilt = 0,
    tiltU = 0,
    gloss = 0,
    soft = 0,
    mode = 'solid',
    seed = 1,
  } = p
  const z = p.z ?? (mode === 'solid' ? c.restAt(x, y, Math.min(w, l) / 2) + (p.lift ?? 0) : 0)
  c.stamp(
    x,
    y,
    Math.hypot(w, l) / 2 + warp * 2 + 2,
    rot,
    (u, v, o) => {
      let du = u,
        dv = v
      if (warp) {
        du += warp * fbm(u * grain, v * grain, 3, seed)
        dv += warp * fbm(u * grain + 40, v * grain - 7, 3, seed + 5)
      }
      const d = boxDistance(du, dv, w / 2, l / 2, corner)
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      o.gloss = gloss
      o.soft = soft
      o.h = (p.form ? p.form(-d, u, v) : height * round(Math.max(0, -d), edge)) + tilt * v + tiltU * u
      if (p.rough) o.h += p.rough * fbm(u * (p.roughGrain ?? 0.2), v * (p.roughGrain ?? 0.2), 3, seed + 9)
      return p.paint(o, u, v, -d)
    },
    mode,
    z,
  )
}

/** A smooth line through points (Catmull-Rom), as a list of short steps. */
export function spline(points, step = 6, closed = false) {
  const out = [],
    n = points.length,
    at = (i) => (closed ? points[(i + n) % n] : points[clamp(i, 0, n - 1)])
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, d, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const count = Math.max(1, Math.ceil(Math.hypot(d[0] - b[0], d[1] - b[1]) / step))
    for (let k = 0; k < count; k++) {
      const t = k / count,
        t2 = t * t,
        t3 = t2 * t
      const f = (m) =>
        0.5 *
        (2 * b[m] +
          (d[m] - a[m]) * t +
          (2 * a[m] - 5 * b[m] + 4 * d[m] - e[m]) * t2 +
          (3 * b[m] - a[m] - 3 * d[m] + e[m]) * t3)
      out.push([f(0), f(1)])
    }
  }
  out.push(at(closed ? 0 : n - 1))
  return out
}

/**
 * A round strand along a line: pasta, bones, drizzles, stems.
 * @param {{points:number[][], r:number|((t:number)=>number), z?:number|((x:number,y:number,t:number)=>number), flat?:number,
 *   paint:(o:object,s:number,q:number,t:number)=>void|boolean, gloss?:number, soft?:number, mode?:string, bury?:number}} p
 */
export function stroke(c, p) {
  const { points, gloss = 0, soft = 0, flat = 1, mode = 'solid', bury = 0.3 } = p
  const radius = typeof p.r === 'function' ? p.r : () => p.r
  const n = points.length - 1
  let s = 0
  let last = null
  // A draped stroke follows what was there before it, so that its own overlapping steps do not pile up.
  const under = mode === 'drape' ? c.h.slice() : null
  for (let i = 0; i < n; i++) {
    const [ax, ay] = points[i],
      [bx, by] = points[i + 1]
    const len = Math.hypot(bx - ax, by - ay) || 1e-6
    const t0 = i / n,
      t1 = (i + 1) / n,
      r0 = radius(t0),
      r1 = radius(t1)
    const zOf = (x, y, t, r) =>
      typeof p.z === 'function' ? p.z(x, y, t) : (p.z ?? c.restAt(x, y, r) - bury * r)
    // Solid strokes read all heights before they change any, or they would rest on themselves.
    const z0 = last ?? zOf(ax, ay, t0, r0)
    const zn = mode === 'solid' ? zOf(bx, by, t1, r1) : 0
    const z1 =
      typeof p.z === 'number' || typeof p.z === 'function' ? zn : z0 + clamp(zn - z0, -len * 0.5, len * 0.35)
    last = z1
    const start = s
    c.stamp(
      (ax + bx) / 2,
      (ay + by) / 2,
      len / 2 + Math.max(r0, r1) + 1,
      Math.atan2(by - ay, bx - ax),
      (u, v, o) => {
        const k = clamp(u / len + 0.5),
          du = u - (k - 0.5) * len
        const r = r0 + (r1 - r0) * k
        if (r <= 0) return false
        const d = Math.sqrt(du * du + v * v)
        o.a = cover(d - r, c.px)
        if (o.a <= 0) return false
        const q = Math.min(1, d / r)
        o.gloss = gloss
        o.soft = soft
        const rise = r * flat * Math.sqrt(1 - q * q)
        o.h = under
          ? Math.max(o.base, under[o.k] / c.frame.k + rise)
          : z0 + (z1 - z0) * Math.max(-0.6, Math.min(1.6, u / len + 0.5)) + rise
        return p.paint(o, start + k * len, v < 0 ? -q : q, t0 + (t1 - t0) * k)
      },
      under ? 'level' : mode,
      0,
    )
    s += len
  }
}

/**
 * A leaf: width follows its profile along the midrib, the blade curls and puffs between its veins.
 * @param {{x:number,y:number,l:number,w:number,rot?:number,bend?:number,curl?:number,puff?:number,veins?:number,teeth?:number,lobes?:number,
 *   profile?:(t:number)=>number, paint:(o:object,t:number,q:number,vein:number)=>void, gloss?:number, soft?:number, lift?:number}} p
 */
export function leaf(c, p) {
  const {
    x,
    y,
    l,
    w,
    rot = 0,
    bend = 0,
    curl = 0.25,
    puff = 0.05,
    veins = 6,
    teeth = 0,
    lobes = 0,
    gloss = 0.2,
    soft = 0.3,
  } = p
  const profile = p.profile ?? ((t) => Math.sin(Math.PI * t ** 0.8) ** 0.85)
  const z = p.z ?? c.restAt(x, y, Math.min(l, w) * 0.5) + (p.lift ?? 1.5)
  c.stamp(
    x,
    y,
    l * 0.62 + w * 0.3,
    rot,
    (u, v, o) => {
      const t = u / l + 0.5
      if (t < 0 || t > 1) return false
      const mid = bend * l * Math.sin(Math.PI * t)
      let half = (w / 2) * profile(t)
      if (teeth) half *= 1 + teeth * (Math.abs(((t * 17) % 1) - 0.5) * 2 - 0.5)
      if (lobes)
        half *= 1 - 0.55 * smooth(0.2, 0.9, Math.abs(Math.sin(t * Math.PI * lobes)) ** 4) * smooth(0, 0.25, t)
      const dv = v - mid,
        d = Math.abs(dv) - half
      o.a = cover(d, c.px)
      if (o.a <= 0) return false
      const q = half > 0 ? dv / half : 0,
        aq = Math.min(1, Math.abs(q))
      const along = t * veins - aq * 0.9
      const vein = Math.max(
        1 - smooth(0, 0.09, (aq * half) / w),
        0.7 * (1 - smooth(0.03, 0.16, Math.abs(along - Math.round(along)))) * (1 - aq * 0.5),
      )
      o.gloss = gloss
      o.soft = soft
      const cup = 1 - (1 - aq) ** 2
      o.h =
        l * 0.05 +
        w * curl * (cup * 0.55 + 0.6 * (t - 0.45) ** 2) +
        w * puff * (1 - vein) * Math.sqrt(1 - aq * 0.6)
      return p.paint(o, t, q, vein)
    },
    p.mode ?? 'solid',
    p.mode === 'drape' ? 0 : z,
  )
}

/** Points spread evenly over a disc: of a few random candidates, each time the one that is farthest from the others. */
export function scatter(rng, n, radius, { x = 0, y = 0, inner = 0, squash = 1 } = {}) {
  const out = []
  for (let i = 0; i < n; i++) {
    let best = null,
      bestD = -1
    for (let k = 0; k < 7; k++) {
      const a = rng.angle(),
        d = inner + (radius - inner) * Math.sqrt(rng.next())
      const q = [x + Math.cos(a) * d, y + Math.sin(a) * d * squash]
      const m = out.reduce((s, o) => Math.min(s, Math.hypot(o[0] - q[0], o[1] - q[1])), 1e9)
      if (m > bestD) {
        bestD = m
        best = q
      }
    }
    out.push(best)
  }
  return out
}
