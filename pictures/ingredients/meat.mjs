/** Grilled, smoked and stewed pieces. s is a radius or half length. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { cover, boxDistance, outline, piece, slab, spline, stroke } from '../shapes.mjs'
import { barkPaint } from './brisket.mjs'
import { block, disc, grilled, nugget, scorch, strip } from './makers.mjs'

const BONE = palette('#b89a6c', '#dcc69c', '#f2e6cc')

/** A bare bone end: pale, a little stained. */
function bone(c, { x, y, s, rot, rng, r = s * 0.2 }) {
  const seed = rng.seed(),
    dx = Math.cos(rot) * s,
    dy = Math.sin(rot) * s
  stroke(c, {
    points: spline(
      [
        [x - dx, y - dy],
        [x, y],
        [x + dx, y + dy],
      ],
      6,
    ),
    r: (t) => r * (0.86 + 0.2 * Math.abs(t - 0.45)),
    gloss: 0.35,
    soft: 0.4,
    paint: (o, along, q) => {
      ramp(o, BONE, 0.7 + 0.3 * noise(along * 0.05, q * 2, seed) - 0.3 * Math.abs(q))
      over(o, hex('#5a2410'), smooth(0.1, 0.6, noise(along * 0.03, q, seed + 1)) * 0.55)
    },
  })
}

/** A rack seen from its bark side: ridges where the bones run, their ends showing. */
function ribs(c, { x, y, s, rot = 0, rng, n = 6, glaze = 0.6, deep = 1.15, sauce = '#6a1808', cut = 0.34 }) {
  const pitch = (s * 2) / n,
    l = pitch * 2.7 * deep,
    seed = rng.seed(),
    z = c.restAt(x, y, s * 0.5),
    lac = hex(sauce),
    warm = hex('#94401a')
  const ca = Math.cos(rot),
    sa = Math.sin(rot),
    place = (u, v) => [x + u * ca - v * sa, y + u * sa + v * ca]
  for (let i = 0; i < n; i++) {
    const u = (i - (n - 1) / 2) * pitch
    for (const side of [-1, 1]) {
      if (side > 0 && rng.chance(0.35)) continue
      const [bx, by] = place(u + rng.in(-3, 3), side * l * 0.5)
      bone(c, {
        x: bx,
        y: by,
        s: pitch * rng.in(0.12, 0.3),
        r: pitch * 0.13,
        rot: rot + Math.PI / 2 + rng.in(-0.08, 0.08),
        rng,
      })
    }
  }
  slab(c, {
    x,
    y,
    w: s * 2.04,
    l,
    rot,
    z: z + 5,
    seed,
    form: () => 0,
    soft: 0.2,
    paint: (o, u, v) => {
      const rag = 6 * fbm(u * 0.022, v * 0.022, 4, seed),
        k = (((u / pitch + n / 2) % 1) + 1) % 1,
        id = Math.floor(u / pitch + n / 2)
      const d = -boxDistance(
        u + rag,
        v + rag * 1.4 + 8 * noise(id * 3.7, 1, seed + 3),
        s,
        l * 0.47,
        pitch * 0.4,
      )
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      barkPaint(o, u, v, seed + 1, 0.5)
      const ridge = Math.sin(k * Math.PI),
        slit = smooth(0.1, 0.0, Math.min(k, 1 - k)) * (noise(id * 5.1, 4, seed) * 0.5 + cut)
      over(o, warm, 0.35 * smooth(0.4, 1, ridge))
      over(o, lac, glaze * (0.55 + 0.4 * noise(u * 0.03, v * 0.03, seed + 5)))
      shade(o, 1 - 0.45 * slit)
      over(o, hex('#c8682a'), 0.34 * smooth(0.05, 0.6, fbm(u * 0.024, v * 0.024, 3, seed + 9)) * ridge)
      o.h +=
        pitch * 0.15 * ridge +
        pitch * 0.07 * fbm(u * 0.03, v * 0.03, 3, seed + 8) +
        16 * Math.sqrt(Math.min(1, Math.max(0, d) / 16)) -
        slit * 10
      o.gloss = Math.min(1, (0.35 + 0.6 * glaze) * (0.75 + 0.5 * noise(u * 0.035, v * 0.035, seed + 6)))
    },
  })
}

/** One cut rib on its side: the meat with the smoke ring, a bone through it. */
function rib(c, { x, y, s, rot, rng, glaze = 0.5 }) {
  const a = rot ?? rng.angle()
  bone(c, { x, y, s: s * 1.12, rot: a, rng, r: s * 0.11 })
  const seed = rng.seed(),
    lac = hex('#5a1206')
  slab(c, {
    x,
    y,
    w: s * 1.75,
    l: s * 0.62,
    rot: a,
    corner: s * 0.25,
    warp: s * 0.1,
    grain: 2 / s,
    height: s * 0.26,
    edge: s * 0.26,
    lift: 3,
    seed,
    soft: 0.2,
    paint: (o, u, v) => {
      barkPaint(o, u, v, seed, 0.55)
      over(o, lac, glaze * 0.7)
      o.gloss = 0.85
    },
  })
}

/** A skin-on casing, bent, split over the fire here and there. */
const link =
  (colours, { char = 0.3, specks = '', split = 0.5 } = {}) =>
  (c, { x, y, s, rot, rng, bow }) => {
    const list = palette(...colours),
      seed = rng.seed(),
      a = rot ?? rng.angle(),
      b = (bow ?? rng.in(0.12, 0.35)) * s,
      speck = specks && hex(specks),
      w = s * 0.25
    const at = (u, v) => [x + Math.cos(a) * u - Math.sin(a) * v, y + Math.sin(a) * u + Math.cos(a) * v]
    const z = c.restAt(x, y, s * 0.4)
    stroke(c, {
      points: spline(
        [at(-s, b), at(-s * 0.5, -b * 0.4), at(0, -b * 0.9), at(s * 0.5, -b * 0.4), at(s, b)],
        7,
      ),
      z,
      gloss: 0.85,
      soft: 0.3,
      r: (t) =>
        w * (0.9 + 0.1 * Math.sin(t * 9 + a)) * Math.sqrt(Math.max(0.12, 1 - Math.abs(t * 2 - 1) ** 7)),
      paint: (o, along, q, t) => {
        ramp(o, list, 0.5 + 0.35 * fbm(along * 0.03, q * 1.2, 3, seed) - 0.25 * Math.abs(q))
        if (speck) over(o, speck, smooth(0.34, 0.46, noise(along * 0.13, q * 4, seed + 2)) * 0.8)
        scorch(o, along, q * w, seed + 4, char, 0.035)
        o.h += 0.9 * noise(along * 0.12, q * 3, seed + 5)
        const slit =
          smooth(0.13, 0.05, Math.abs(q - 0.1 - 0.2 * Math.sin(t * 5))) *
          smooth(0.42, 0.5, Math.abs(((((t * 4) % 1) + 1) % 1) - 0.5) + split * 0.12)
        if (slit > 0) {
          over(o, hex('#c8643c'), slit * 0.75)
          o.h -= slit * 3
        }
      },
    })
  }

const coin = (colours, speck) =>
  disc({
    rings: [
      [0, colours[0]],
      [0.55, colours[1]],
      [0.86, colours[2]],
      [0.93, '#3a1206'],
    ],
    thick: 12,
    gloss: 0.65,
    extra: (o, u, v, q, seed) => {
      over(o, hex(speck), smooth(0.3, 0.42, noise(u * 6, v * 6, seed)) * 0.75 * smooth(0.92, 0.85, q))
      o.h += noise(u * 7, v * 7, seed + 1) * 1
    },
  })

/** A tangle of pulled shreds with bits of bark. */
const pulled =
  (colours, dark, wet) =>
  (c, { x, y, s, rng, n, mound = 0.42 }) => {
    const z = c.restAt(x, y, s * 0.6),
      count = n ?? Math.round(s * 2.9)
    const shred = strip({
      colours,
      width: 0.135,
      bow: 0.5,
      gloss: wet,
      soft: 0.3,
      taper: 0.5,
      flat: 0.8,
      extra: (o, along, q, t, seed) => {
        shade(o, 0.85 + 0.35 * noise(along * 0.06, q * 3, seed + 1))
      },
    })
    const bark = nugget({ colours: dark, ragged: 0.1, wobble: 0.2, rough: 0.15, gloss: 0.55, high: 0.7 })
    // A solid heart, so that no gap between the shreds shows the table.
    nugget({
      colours: [dark[2], colours[0], colours[1]],
      wobble: 0.08,
      ragged: 0.004,
      rough: 0.08,
      grain: 9,
      gloss: 0.35,
      high: mound * 0.85,
    })(c, {
      x,
      y,
      s: s * 0.8,
      rng,
      z: z - 2,
    })
    for (let i = 0; i < count; i++) {
      const a = rng.angle(),
        q = Math.sqrt(rng.next()),
        d = s * q * 0.92,
        p = { x: x + Math.cos(a) * d, y: y + Math.sin(a) * d, rng, lift: 0 }
      const size = rng.in(15, 30),
        top = z + s * mound * (1 - q * q)
      if (rng.chance(0.07)) bark(c, { ...p, s: rng.in(9, 17), z: top + 2 })
      else shred(c, { ...p, s: size, z: top + rng.in(-1, 6) })
    }
  }

/** A heap of chopped pieces. */
const chopped =
  (one, size) =>
  (c, { x, y, s, rng, n, mound = 0.4 }) => {
    const z = c.restAt(x, y, s * 0.6),
      count = n ?? Math.round((s / size) ** 2 * 1.5)
    for (let i = 0; i < count; i++) {
      const a = rng.angle(),
        q = Math.sqrt(rng.next()),
        d = s * q * 0.95
      one(c, {
        x: x + Math.cos(a) * d,
        y: y + Math.sin(a) * d,
        s: size * rng.in(0.6, 1.2),
        rng,
        z: z + s * mound * (1 - q * q),
      })
    }
  }

/** Point and flat under the cleaver: pieces of every size in a loose heap, wet with the drippings. */
function choppedBeef(c, { x, y, s, rng }) {
  const z = c.restAt(x, y, s * 0.6),
    seed = rng.seed(),
    count = 330
  nugget({ colours: ['#3a170b', '#6a3420', '#8a4e34'], wobble: 0.08, rough: 0.06, high: 0.26, gloss: 0.6 })(
    c,
    {
      x,
      y,
      s: s * 0.68,
      rng,
      z: z - 2,
    },
  )
  for (let i = 0; i < count; i++) {
    const a = rng.angle(),
      q = Math.sqrt(1 - i / count) * rng.in(0.86, 1.04),
      reach = 0.84 + 0.2 * noise(Math.cos(a) * 1.3, Math.sin(a) * 1.3, seed),
      crusted = rng.chance(0.42)
    block({
      colours: ['#55260f', '#8e5030', '#b67c52', '#d8a87c'],
      long: rng.in(1.1, 1.9),
      corner: 0.32,
      warp: 0.22,
      rough: 0.05,
      high: 0.62,
      edge: 0.34,
      gloss: 0.8,
      tilt: 0.4,
      rim: 0.7,
      mottle: 0.22,
      extra: (o, u, v, d, own) => {
        const grain = fbm(u * 1.2, v * 5, 2, own),
          side = v + 0.22 * noise(u * 2.5, v * 2.5, own + 1)
        shade(o, 1 + 0.2 * grain)
        o.h += grain
        if (!crusted) return
        over(o, PINK, 0.5 * smooth(0.0, 0.3, side))
        over(o, BARK, 0.94 * smooth(0.26, 0.4, side))
      },
    })(c, {
      x: x + Math.cos(a) * s * q * reach * 1.1,
      y: y + Math.sin(a) * s * q * reach * 0.88,
      s: rng.in(11, 24) * (1.1 - 0.25 * q),
      rng,
      z: z + s * 0.3 * (1 - q * q) + rng.in(0, 10),
    })
  }
}

/** A steak's cut slice: seared rim, a narrow brown band, then rose to red; one end keeps its strip of crisped fat. */
function steakSlice(
  c,
  { x, y, s, rot = 0, rng, width = s * 0.5, core = '#93403a', rose = '#ad6852', fat = true, z },
) {
  const seed = rng.seed(),
    red = hex(core),
    pink = hex(rose),
    brown = palette('#4a2414', '#7c4a30', '#a06a4c'),
    cap = palette('#8a4f1c', '#c98f48', '#ecc78a')
  slab(c, {
    x,
    y,
    w: s * 2,
    l: width,
    rot,
    corner: width * 0.36,
    warp: s * 0.09,
    grain: 1.7 / s,
    height: 15,
    edge: 9,
    tilt: -0.34,
    z,
    soft: 0.5,
    seed,
    paint: (o, u, v, d) => {
      const wob = 4 * noise(u * 0.04, v * 0.04, seed),
        fibre = fbm(u * 0.035 + v * 0.012, v * 0.11, 3, seed + 1),
        fine = noise(u * 0.3, v * 0.3, seed + 2),
        deep = d + wob
      ramp(o, brown, 0.7 + 0.3 * fibre)
      over(o, pink, smooth(7, 20, deep))
      over(o, red, smooth(17, width * 0.46, deep) * (0.85 + 0.3 * fibre))
      over(o, pink, smooth(0.15, 0.5, fibre) * 0.35 * smooth(8, 16, d))
      over(
        o,
        hex('#e2b29c'),
        0.26 * smooth(0.05, 0.015, Math.abs(fbm(u * 0.02, v * 0.045, 3, seed + 5))) * smooth(12, 20, d),
      )
      if (fat) {
        const end = smooth(s * 0.84, s * 0.88, u + wob)
        if (end > 0) {
          const { r, g, b } = o
          ramp(o, cap, 0.6 + 0.4 * fibre - 0.4 * smooth(10, 3, d))
          o.r = r + (o.r - r) * end
          o.g = g + (o.g - g) * end
          o.b = b + (o.b - b) * end
        }
      }
      over(o, hex('#2a120a'), smooth(5.5, 2, d + wob * 0.5) * (0.7 + 0.3 * fine))
      o.h += fibre * 1.8 + fine * 0.5
      o.gloss = 0.5 + 0.4 * noise(u * 0.03, v * 0.05, seed + 3)
    },
  })
}
const fan =
  (one, step) =>
  (c, { x, y, s, rot = 0, rng, n = 6, spread = 0.03, ...rest }) => {
    const z = c.restAt(x, y, s * 0.6),
      dx = -Math.sin(rot),
      dy = Math.cos(rot)
    for (let i = 0; i < n; i++) {
      const k = i - (n - 1) / 2
      one(c, {
        x: x + dx * k * step * s + rng.in(-3, 3),
        y: y + dy * k * step * s + rng.in(-3, 3),
        s: s * rng.in(0.93, 1.05) * (1 - 0.03 * Math.abs(k)),
        rot: rot + k * spread + rng.in(-0.03, 0.03),
        rng,
        z: z + 5 + i * 1.2,
        ...rest,
      })
    }
  }

/** Pepper-crusted turkey breast, pale and moist, a blush under the bark. */
function turkeySlice(c, { x, y, s, rot = 0, rng, z }) {
  const seed = rng.seed(),
    list = palette('#a8744c', '#cf9f70', '#e6c698')
  slab(c, {
    x,
    y,
    w: s * 2,
    l: s * 0.72,
    rot,
    corner: s * 0.3,
    warp: s * 0.08,
    grain: 2 / s,
    height: 12,
    edge: 6,
    tilt: -0.36,
    z,
    gloss: 0.5,
    soft: 0.5,
    seed,
    paint: (o, u, v, d) => {
      const f = fbm(u * 0.02, v * 0.1, 3, seed)
      ramp(o, list, 0.55 + f * 0.6)
      over(o, hex('#b0583c'), smooth(24, 9, d) * 0.5)
      const k = smooth(11, 6, d + 3 * f),
        { r, g, b, h, gloss } = o
      if (k > 0) {
        barkPaint(o, u, v, seed, 0.62)
        o.r = r + (o.r - r) * k
        o.g = g + (o.g - g) * k
        o.b = b + (o.b - b) * k
        o.h = h + (o.h - h) * k * 0.6
        o.gloss = gloss
      }
      o.h += f * 2
    },
  })
}

/** A whole grilled steak with its rim of fat. */
function steak(c, { x, y, s, rot = 0.4, rng }) {
  const seed = rng.seed(),
    list = palette('#1c0c06', '#3f1c0e', '#6a341c', '#8a4a2a'),
    shape = outline(rng, { wobble: 0.1, lobes: 4 })
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.6,
    rot,
    outline: shape,
    height: s * 0.17,
    edge: s * 0.16,
    seed,
    rough: 3,
    grain: 0.06,
    soft: 0.2,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.03, v * 0.05, 4, seed)
      ramp(o, list, 0.55 + n * 0.45)
      grilled(o, u * 0.8 - v * 0.6, u * 0.6 + v * 0.8, seed + 1, s * 0.15, 0.9)
      if (v < -s * 0.1) over(o, hex('#d8a860'), smooth(s * 0.11, s * 0.06, d) * 0.85)
      o.gloss = 0.5 + 0.45 * noise(u * 0.03, v * 0.03, seed + 3)
    },
  })
}

const SKINS = {
  gold: palette('#4a1c08', '#8a4210', '#b86a1c', '#dc9c40'),
  dark: palette('#200a04', '#58200a', '#8f3f10', '#b8681e'),
  buffalo: palette('#5a1a06', '#9c360a', '#cc6418', '#eb9c46'),
  crisp: palette('#4a1a06', '#93460f', '#c9781f', '#e8a544', '#f4c878'),
  smoked: palette('#341006', '#6f2a0b', '#a8531a', '#cf8230', '#e6ab58'),
  fried: palette('#4a1606', '#973a0d', '#c9641c', '#e59a48', '#f2bd74'),
  lacquer: palette('#1c0604', '#54160a', '#8a3410', '#b4601c'),
}

/**
 * A bird or a part of one: swellings that run into one another under a single skin, so they are blended, not stacked.
 * Each part is [u, v, length, width, turn, height]; bones come first and are separate.
 */
const bird =
  (skin, parts, bones = [], char = 0.24, { join = 5, fold = 0.12, bars = 0 } = {}) =>
  (c, { x, y, s, rot = 0, rng }) => {
    const z = c.restAt(x, y, s * 0.5),
      ca = Math.cos(rot),
      sa = Math.sin(rot),
      seed = rng.seed(),
      list = SKINS[skin]
    for (const [u, v, k, turn] of bones)
      bone(c, {
        x: x + (u * ca - v * sa) * s,
        y: y + (u * sa + v * ca) * s,
        rot: rot + turn,
        rng,
        s: k * s,
        r: s * 0.05,
      })
    const lobes = parts.map(([u, v, l, w, turn, h]) => ({
      u: u + rng.in(-0.02, 0.02),
      v: v + rng.in(-0.02, 0.02),
      l: l * rng.in(0.95, 1.05),
      w,
      h,
      c: Math.cos(turn),
      s: Math.sin(turn),
    }))
    c.stamp(
      x,
      y,
      s * 1.3,
      rot,
      (u0, v0, o) => {
        const wob = 0.02 * fbm((u0 / s) * 5, (v0 / s) * 5, 3, seed),
          u = u0 / s + wob,
          v = v0 / s - wob
        let sum = 0,
          top = 0,
          edge = 9
        for (const p of lobes) {
          const du = u - p.u,
            dv = v - p.v,
            a = (du * p.c + dv * p.s) / p.l,
            b = (dv * p.c - du * p.s) / p.w,
            q = Math.sqrt(a * a + b * b)
          edge = Math.min(edge, (q - 1) * Math.min(p.l, p.w))
          if (q < 1) {
            const h = p.h * Math.sqrt(1 - q * q)
            sum += h ** join
            if (h > top) top = h
          }
        }
        o.a = cover(edge * s, c.px)
        if (o.a <= 0) return false
        const h = sum ** (1 / join),
          crease = smooth(1.02, 1 + 0.7 / join, h / (top + 0.01)),
          n = fbm(u * 4, v * 4, 4, seed + 1),
          pore = noise(u * 34, v * 34, seed + 2),
          fine = fbm(u * 13, v * 13, 3, seed + 3)
        ramp(o, list, 0.3 + h * 0.75 + n * 0.38 + fine * 0.14 - crease * fold)
        if (bars)
          grilled(
            o,
            u * s + v * s * 0.4,
            v * s - u * s * 0.4,
            seed + 6,
            s * 0.19,
            bars * smooth(0.2, 0.36, h),
          )
        scorch(o, u * s, v * s, seed + 4, char, 3.2 / s)
        o.h = s * h + s * (0.012 * fine + 0.006 * pore + 0.012 * n)
        o.gloss = 0.6 + 0.35 * n
        o.soft = 0.28
      },
      'solid',
      z,
    )
  }
/** Half a bird, skin up: the breast, the thigh drawn up beside it, the leg across, the wing tucked along the breast. */
const HALF = [
  [
    [-0.26, -0.06, 0.56, 0.38, 0.14, 0.4],
    [0.02, 0.1, 0.4, 0.3, 0.2, 0.3],
    [0.36, 0.14, 0.34, 0.28, -0.35, 0.38],
    [0.54, -0.12, 0.32, 0.17, -1.0, 0.33],
    [0.66, -0.34, 0.17, 0.1, -1.05, 0.22],
    [-0.16, 0.36, 0.28, 0.125, 0.3, 0.3],
    [-0.44, 0.4, 0.24, 0.1, -0.42, 0.27],
    [-0.62, 0.27, 0.16, 0.075, 0.7, 0.2],
  ],
  [[0.75, -0.5, 0.1, -1.05]],
]
const WHOLE = [
  [
    [-0.1, -0.17, 0.56, 0.34, -0.06, 0.46],
    [-0.1, 0.17, 0.56, 0.34, 0.06, 0.46],
    [-0.32, -0.5, 0.34, 0.14, -0.9, 0.26],
    [-0.32, 0.5, 0.34, 0.14, 0.9, 0.26],
    [0.4, -0.36, 0.42, 0.23, -0.4, 0.36],
    [0.4, 0.36, 0.42, 0.23, 0.4, 0.36],
    [0.72, -0.3, 0.22, 0.11, 0.5, 0.24],
    [0.72, 0.3, 0.22, 0.11, -0.5, 0.24],
    [0.28, 0, 0.3, 0.3, 0, 0.34],
  ],
  [
    [0.92, -0.18, 0.1, 0.5],
    [0.92, 0.18, 0.1, -0.5],
  ],
]
/** A whole wing folded as it is fried: the drumette, the flat drawn up beside it with skin between, the tip tucked below. */
const WING = [
  [
    [-0.2, 0.08, 0.5, 0.25, -1.12, 0.32],
    [-0.36, 0.36, 0.26, 0.24, 0.3, 0.32],
    [0.02, -0.36, 0.2, 0.18, 0, 0.26],
    [0.03, -0.08, 0.3, 0.21, 1.5, 0.2],
    [0.24, 0.02, 0.46, 0.2, 1.2, 0.27],
    [0.4, 0.36, 0.16, 0.15, 0, 0.22],
    [0.2, 0.5, 0.28, 0.085, 2.95, 0.16],
  ],
  [[-0.5, 0.62, 0.12, 2.05]],
]
const LEG = [
  [
    [-0.38, 0.1, 0.52, 0.4, 0.4, 0.36],
    [0.12, 0.06, 0.48, 0.24, -0.18, 0.3],
    [0.44, -0.02, 0.24, 0.13, -0.25, 0.2],
  ],
  [[0.72, -0.1, 0.22, -0.25]],
]

const CRUST = {
  colours: ['#7a4410', '#b4761c', '#d8a040', '#ecc474'],
  rough: 0.1,
  grain: 9,
  ragged: 0.008,
  gloss: 0.25,
  soft: 0.4,
  char: 0.18,
  mottle: 0.4,
}

const PINK = hex('#b8503e'),
  BARK = hex('#1c0c07'),
  SAUCE = hex('#98220e'),
  SAUCE_BRIGHT = hex('#c2481c')

export const MEATS = {
  bone,
  ribs,
  rib,
  steak,
  'steak-slice': steakSlice,
  'steak-slices': fan(steakSlice, 0.36),
  'porchetta-slice': (c, p) =>
    steakSlice(c, { ...p, core: '#c89878', rose: '#d8ac8c', fat: false, width: p.s * 0.7 }),
  'turkey-slice': turkeySlice,
  'turkey-slices': fan(turkeySlice, 0.36),
  link: link(['#3d1206', '#74240c', '#a8441a', '#c86a30']),
  'cheddar-link': link(['#4a1a08', '#8a3a12', '#b8602a', '#d0843e'], { specks: '#efb030', char: 0.3 }),
  polish: link(['#4a2008', '#8a4a1c', '#b87434', '#d09a54'], { char: 0.26 }),
  'link-coin': coin(['#a8543a', '#b0603e', '#8a3a20'], '#e0a080'),
  'cheddar-coin': coin(['#a8543a', '#b0603e', '#8a3a20'], '#f4b832'),
  'sausage-crumble': nugget({
    colours: ['#4a2410', '#7d4a2a', '#a8744a'],
    wobble: 0.2,
    ragged: 0.08,
    rough: 0.2,
    gloss: 0.5,
    char: 0.3,
  }),
  // Broken up in the pan: browned where it touched it, paler where it broke.
  'pan-sausage': nugget({
    colours: ['#5a2c14', '#94583a', '#bd855e', '#d8a880'],
    wobble: 0.16,
    ragged: 0.012,
    rough: 0.09,
    grain: 3.5,
    high: 0.75,
    gloss: 0.6,
    char: 0.24,
    mottle: 0.5,
  }),
  'pulled-pork': pulled(['#6a3418', '#a8683c', '#d0a070', '#e4bf94'], ['#1c0a05', '#3f190b', '#6a2e14'], 0.6),
  'pulled-chicken': pulled(
    ['#8a5028', '#c08a58', '#e0bc8c', '#efd8b4'],
    ['#2a1206', '#5a2c10', '#8a4a1c'],
    0.55,
  ),
  jackfruit: pulled(['#6a2c10', '#a85c28', '#cf8c4c', '#e0aa70'], ['#2a1206', '#5a240c', '#7a3a18'], 0.7),
  'chopped-brisket': chopped(
    block({
      colours: ['#4a1e0e', '#864a2a', '#b0744c', '#cc9a72'],
      long: 1.35,
      corner: 0.35,
      warp: 0.3,
      rough: 0.06,
      high: 0.7,
      gloss: 0.6,
      char: 0.22,
      tilt: 0.3,
      extra: (o, u, v, d, seed) => {
        // Each piece keeps a little of its bark on one side, and the pink under it.
        const side = u * Math.cos(seed) + v * Math.sin(seed) + 0.2 * noise(u * 3, v * 3, seed)
        over(o, PINK, 0.5 * smooth(0.3, 0.55, side))
        over(o, BARK, 0.92 * smooth(0.58, 0.7, side))
        const grain = fbm(u * 6, v * 1.6, 2, seed + 2)
        shade(o, 1 + 0.2 * grain)
        o.h += grain * 1.2
      },
    }),
    17,
  ),
  'chopped-beef': choppedBeef,
  'pork-belly': block({
    colours: ['#6a1c08', '#a0400f', '#cf7a34', '#e0a060'],
    corner: 0.35,
    warp: 0.2,
    rough: 0.08,
    high: 1,
    gloss: 0.95,
    char: 0.34,
  }),
  'half-chicken': bird('crisp', ...HALF, 0.26, { join: 9, fold: 0.3 }),
  'whole-chicken': bird('gold', ...WHOLE),
  'smoked-half-chicken': bird('smoked', ...HALF, 0.24, { join: 9, fold: 0.3, bars: 0.4 }),
  'smoked-whole-chicken': bird('smoked', ...WHOLE, 0.26, { join: 8, fold: 0.26 }),
  wing: bird('fried', ...WING, 0.2, { join: 8, fold: 0.3 }),
  'duck-leg': bird('lacquer', ...LEG, 0.2),
  meatball: nugget({
    colours: ['#351508', '#5f2c14', '#8a4e2a', '#a86a40'],
    wobble: 0.05,
    rough: 0.1,
    grain: 5,
    ragged: 0.005,
    gloss: 0.5,
    char: 0.26,
    high: 0.9,
  }),
  // Simmered, not fried: brown under a coat of sauce that has run off its crown.
  'meatball-sauced': nugget({
    colours: ['#5a220c', '#7c3614', '#9a4c1e', '#b4642c'],
    wobble: 0.035,
    rough: 0.055,
    grain: 5,
    gloss: 0.6,
    high: 0.86,
    extra: (o, u, v, d, seed) => {
      const coat = smooth(-0.2, 0.25, fbm(u * 2.2, v * 2.2, 3, seed + 7) + 0.42 - d * 0.4)
      over(o, SAUCE, coat * 0.9)
      over(o, SAUCE_BRIGHT, coat * smooth(0, 0.4, noise(u * 5, v * 5, seed + 8)) * 0.5)
      o.h += coat * 2
      o.gloss += coat * 0.25
    },
  }),
  arancino: nugget({ ...CRUST, high: 0.95, wobble: 0.03 }),
  cutlet: nugget({ ...CRUST, long: 1.45, high: 0.22, edge: 0.2, wobble: 0.12, rough: 0.035, grain: 14 }),
}
