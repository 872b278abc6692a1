/** Sliced, salted and from the sea. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'
import { clam } from './clams.mjs'
import { block, disc, nugget, strip } from './makers.mjs'

/** A thin slice that fell in folds: ham, mortadella. */
const folded =
  ({ colours, fat, edgeFat = 0.5, spots, speck, ratio = 0.6, folds = 0.05, marbling = 0.3 }) =>
  (c, { x, y, s, rot, rng }) => {
    const list = palette(...colours),
      white = hex(fat),
      seed = rng.seed(),
      a = rot ?? rng.angle()
    piece(c, {
      x,
      y,
      r: s,
      ry: s * ratio,
      rot: a,
      lift: 3,
      outline: outline(rng, { wobble: 0.16, ragged: 0.03 }),
      height: 5,
      edge: 4,
      gloss: 0.5,
      soft: 0.6,
      paint: (o, u, v, d) => {
        const w = v + 12 * noise(u * 0.012, v * 0.01, seed),
          f = noise(u * 0.008, w * folds, seed + 1)
        o.h += s * 0.2 * (f + 0.5) + s * 0.05 * Math.sin(w * 0.16 + f * 4)
        ramp(o, list, 0.5 + 0.35 * fbm(u * 0.02, w * 0.05, 3, seed + 2) + f * 0.2)
        over(o, white, smooth(0.22, 0.55, noise(u * 0.02, w * 0.09, seed + 3)) * marbling)
        if (v < 0) over(o, white, smooth(s * 0.15, s * 0.07, d + 4 * f) * edgeFat)
        if (spots) over(o, hex(spots), smooth(0.44, 0.52, noise(u * 0.07, v * 0.07, seed + 4)) * 0.9)
        if (speck) over(o, hex(speck), smooth(0.56, 0.62, noise(u * 0.08, v * 0.08, seed + 5)) * 0.9)
      },
    })
  }

/** Cut so thin that it lies flat and takes a wave or two: carpaccio, mortadella. */
const sheer =
  ({ colours, fat, veins = 0, ratio = 0.86, wave = 0.06, spots, nuts, rim, selvage = 0 }) =>
  (c, { x, y, s, rot, rng }) => {
    const list = palette(...colours),
      white = hex(fat),
      seed = rng.seed(),
      shape = outline(rng, { wobble: 0.06, ragged: 0.004, lobes: 5 })
    piece(c, {
      x,
      y,
      r: s,
      ry: s * ratio,
      rot: rot ?? rng.angle(),
      lift: 1.5,
      even: 0.5,
      outline: shape,
      height: 2.6,
      edge: 3,
      gloss: 0.5,
      soft: 0.75,
      paint: (o, u, v, d) => {
        const slow = noise((u / s) * 1.1, (v / s) * 1.1, seed),
          fine = fbm((u / s) * 9, (v / s) * 9, 3, seed + 1)
        // It ruffles towards its rim, where nothing holds it down.
        const rise = smooth(s * 0.5, 0, d)
        o.h += s * wave * (0.5 + slow + rise * Math.sin(Math.atan2(v, u) * 5 + seed + 3 * slow) * 0.7)
        ramp(o, list, 0.52 + 0.2 * slow + 0.16 * fine + 0.16 * rise)
        const branch = Math.abs(fbm((u / s) * 2.1 + 0.3 * fine, (v / s) * 2.1, 3, seed + 2))
        over(o, white, veins * smooth(0.05, 0.01, branch) * smooth(-0.3, 0.3, slow + fine))
        // The strip of fat along one side of a ham.
        if (selvage && v < 0) over(o, white, selvage * smooth(s * 0.13, s * 0.07, d + s * 0.03 * slow))
        if (spots) {
          const k = cells((u / s) * 4.2, (v / s) * 4.2, seed + 3)
          over(o, hex(spots), 0.9 * smooth(0.12 + 0.16 * k.id, 0.07 + 0.16 * k.id, k.f1 + 0.07 * fine))
        }
        if (nuts) {
          const k = cells((u / s) * 3.4, (v / s) * 3.4, seed + 4),
            on = k.id > 0.72 ? 1 : 0
          over(o, hex(nuts), on * smooth(0.22, 0.17, k.f1 + 0.06 * fine))
        }
        if (rim) over(o, hex(rim), 0.6 * smooth(s * 0.035, s * 0.01, d))
        o.gloss = 0.42 + 0.3 * slow
      },
    })
  }

const salami = (colours, fat, size = 7) =>
  disc({
    rings: [
      [0, colours[0]],
      [0.85, colours[1]],
      [0.95, colours[2]],
    ],
    thick: 5,
    edge: 4,
    gloss: 0.6,
    wobble: 0.05,
    extra: (o, u, v, q, seed) => {
      over(o, hex(fat), smooth(0.22, 0.4, noise(u * size, v * size, seed)) * 0.7 * smooth(1, 0.9, q))
    },
  })

/** Baked salami curls into a cup with oil in it and a charred lip. */
const cup = disc({
  rings: [
    [0, '#b02a10'],
    [0.6, '#9a200c'],
    [0.86, '#7a1407'],
    [0.95, '#3a0c05'],
  ],
  thick: 6,
  edge: 3,
  gloss: 0.85,
  wobble: 0.06,
  extra: (o, u, v, q, seed) => {
    over(o, hex('#d8704a'), smooth(0.2, 0.4, noise(u * 6, v * 6, seed)) * 0.55 * smooth(0.95, 0.8, q))
    o.h += 9 * smooth(0.45, 1, q) ** 2 + noise(u * 5, v * 5, seed + 1) * 0.8
    over(o, hex('#140604'), smooth(0.86, 1, q + 0.12 * noise(u * 3, v * 3, seed + 2)) * 0.8)
    over(o, hex('#e07a1c'), smooth(0.4, 0.1, q) * 0.35)
  },
})

/** A whole roasted fish: dark back, silver flank, pale belly, gold where the oven caught it, three slashes. */
function fish(c, { x, y, s, rot = -0.35, rng }) {
  const seed = rng.seed(),
    skin = palette('#39423f', '#74807a', '#b9beb0', '#e6e4d2', '#faf4e2'),
    gold = hex('#d8982c'),
    crisp = hex('#7a4412'),
    flesh = hex('#faf0da'),
    fins = palette('#4e3c22', '#94743e', '#c8a468')
  const z = c.restAt(x, y, s * 0.4)
  // Half the body's height along it: a blunt head, widest behind the gills, a narrow wrist before the tail.
  const body = (t) =>
    0.235 * (1 - (1 - Math.min(1, t / 0.42)) ** 2) ** 0.76 * (1 - 0.76 * smooth(0.36, 0.98, t)) + 0.004
  const cuts = [0.36, 0.47, 0.58, 0.69]
  c.stamp(
    x,
    y,
    s * 1.16,
    rot,
    (u, v, o) => {
      const t = (u / s + 1) / 1.7,
        bowed = v + 0.035 * s * Math.sin(t * 3.4)
      if (t < 0 || t > 1.2) return false
      const half = s * body(Math.min(1, t))
      const tailT = smooth(0.93, 1.2, t),
        notch = 1.16 - 0.13 * Math.max(0, 1 - Math.abs(bowed) / (s * 0.16))
      const tail = t > 0.93 && t < notch ? s * (0.05 + 0.15 * tailT ** 0.8) : 0
      const back =
        t > 0.34 && t < 0.74
          ? s * 0.05 * Math.sin(((t - 0.34) / 0.4) * Math.PI) ** 0.6 * (0.86 + 0.14 * Math.sin(t * 120))
          : 0
      const under = t > 0.62 && t < 0.8 ? s * 0.07 * Math.sin(((t - 0.62) / 0.18) * Math.PI) ** 0.7 : 0
      const reach = Math.max(half, tail) + (bowed < 0 ? back : under),
        d = Math.abs(bowed) - reach
      o.a = d < 0 ? Math.min(1, -d / c.px) : 0
      if (o.a <= 0) return false
      const q = bowed / half
      o.soft = 0.3
      if (Math.abs(q) > 1 || t > 1) {
        const ray = t > 0.9 ? Math.sin((bowed / (t - 0.72)) * 0.22) : Math.sin((u + bowed * 0.5) * 0.34)
        ramp(o, fins, 0.5 + 0.16 * ray + 0.3 * fbm(u * 0.03, v * 0.03, 2, seed + 6))
        over(o, crisp, 0.6 * smooth(s * 0.05, 0, -d))
        o.h = 7 + 0.6 * ray
        o.gloss = 0.35
        return true
      }
      const big = fbm(u * 0.011, v * 0.017, 4, seed + 1)
      ramp(o, skin, 0.5 + 0.46 * q + 0.16 * fbm(u * 0.03, v * 0.03, 3, seed))
      const row = Math.floor(bowed / 8),
        column = (u + (row & 1) * 5.5) / 11,
        cx = column - Math.floor(column) - 0.5,
        cy = bowed / 8 - row - 0.5,
        scale = 0.6 + (smooth(0.62, 0.2, Math.hypot(cx, cy)) - 0.6) * smooth(0.26, 0.38, t)
      shade(o, 0.94 + 0.1 * scale)
      over(o, gold, smooth(-0.24, 0.3, big) * 0.72)
      over(o, crisp, smooth(0.12, 0.42, big) * 0.75)
      over(o, crisp, 0.35 * smooth(0.78, 1, Math.abs(q)))
      o.h = 6 + s * 0.2 * Math.sqrt(Math.max(0, 1 - q * q)) + scale * 1.1 + big * 2.6
      o.gloss = 1
      const wrist = smooth(0.86, 1, t)
      over(o, fins[1], 0.75 * wrist)
      o.h += (7 - o.h) * 0.8 * wrist
      for (const at of cuts) {
        const along = Math.abs(q + 0.08) / 0.66
        if (along > 1) continue
        const open = s * 0.02 * Math.sqrt(1 - along * along),
          off = Math.abs(u - s * (at * 1.7 - 1) - q * s * 0.075)
        const k = smooth(open + 1.5, open - 1.5, off),
          lip = smooth(open + 9, open, off) * (1 - k)
        over(o, crisp, lip * 0.75)
        over(o, flesh, k)
        shade(o, 1 - 0.16 * k * (0.5 + 0.5 * Math.sin(off * 1.3)))
        o.h += lip * 2.5 - 4.5 * k
      }
      const gill = t - 0.245 + 0.05 * q * q,
        plate = smooth(0.012, 0.002, Math.abs(gill))
      shade(o, 1 - 0.34 * plate)
      o.h += 4 * smooth(-0.06, 0, gill) * smooth(0.004, -0.004, gill) - 2 * plate
      const fan = Math.hypot((u - s * -0.5) / (s * 0.13), (bowed - s * 0.07) / (s * 0.05))
      if (fan < 1) {
        ramp(o, fins, 0.55 + 0.35 * Math.sin(((bowed - s * 0.07) / (u + s * 0.68)) * 40))
        o.h += 4
      }
      const mouth = Math.abs(bowed - s * 0.03 - (u + s) * 0.22)
      if (t < 0.075) shade(o, 1 - 0.6 * smooth(3.2, 1, mouth))
      const eye = Math.hypot(u + s * 0.815, bowed + s * 0.035) / s
      if (eye < 0.027) {
        ramp(o, palette('#0c0a08', '#14100c', '#241c14', '#b59a66', '#5a4526'), eye / 0.027)
        o.h += 2.5 * (1 - eye / 0.027)
        o.gloss = 0.9
      }
    },
    'solid',
    z,
  )
}

/** A cross-cut shank, braised: muscles parted by seams around the bone, a band of skin drawn tight, all of it glazed. */
function shank(c, { x, y, s, rot, rng }) {
  const seed = rng.seed(),
    meat = palette('#3c180a', '#682e12', '#934f26', '#b87c46'),
    seam = hex('#d8a868'),
    glaze = hex('#6a2c0c'),
    edge = hex('#3a1808'),
    bx = s * 0.1,
    by = -s * 0.04
  piece(c, {
    x,
    y,
    r: s,
    ry: s * 0.86,
    rot: rot ?? rng.angle(),
    outline: outline(rng, { wobble: 0.075, lobes: 5 }),
    height: s * 0.3,
    edge: s * 0.24,
    seed,
    gloss: 0.7,
    soft: 0.35,
    paint: (o, u, v, d) => {
      const a = Math.atan2(v - by, u - bx),
        far = Math.hypot(u - bx, v - by) / s,
        wob = 0.16 * fbm(u * 0.02, v * 0.02, 3, seed + 1)
      const k = cells((u / s) * 1.5 + wob, (v / s) * 1.5 - wob, seed + 2),
        gap = smooth(0.12, 0.02, k.f2 - k.f1)
      // Fibres run along the leg: seen from the cut they are bundles, drawn out a little towards the rim.
      const fibre = fbm(a * 7 + k.id * 9, far * 4 + wob * 3, 3, seed + 3),
        grain = fbm(u * 0.13, v * 0.13, 3, seed + 4)
      ramp(o, meat, 0.52 + 0.26 * fibre + 0.22 * grain + 0.22 * (k.id - 0.5))
      over(o, seam, gap * 0.42)
      o.h += 2.6 * fibre + 2 * grain - 5 * gap
      over(o, glaze, 0.5 * smooth(-0.1, 0.5, fbm(u * 0.016, v * 0.016, 3, seed + 5)))
      over(o, edge, 0.7 * smooth(s * 0.12, s * 0.02, d))
      o.gloss = 0.55 + 0.4 * smooth(-0.2, 0.4, fbm(u * 0.03, v * 0.03, 2, seed + 6))
      const ring = far / (0.25 + 0.02 * Math.sin(a * 3 + seed))
      if (ring < 1.12) {
        const bone = smooth(1.06, 0.98, ring),
          marrow = smooth(0.68, 0.6, ring)
        over(o, edge, 0.5 * smooth(1.12, 1.02, ring))
        over(o, BONE, bone)
        over(o, MARROW, marrow)
        over(o, MARROW_DEEP, marrow * smooth(-0.1, 0.4, fbm(u * 0.08, v * 0.08, 3, seed + 7)))
        shade(o, 1 - 0.2 * bone * (1 - marrow) * smooth(-0.2, 0.4, grain))
        o.h = o.h * (1 - bone) + bone * (s * 0.34 - 5 * marrow + grain * 1.5)
        o.gloss = 0.4 + 0.5 * marrow
      }
    },
  })
}
const BONE = hex('#e6d4b0'),
  MARROW = hex('#c89a68'),
  MARROW_DEEP = hex('#94603a')

export const CURED = {
  prosciutto: folded({
    colours: ['#9a2c34', '#b84a4c', '#cf7468', '#dd9484'],
    fat: '#f0dcc4',
    edgeFat: 0.9,
    ratio: 0.55,
    folds: 0.03,
  }),
  'prosciutto-drape': sheer({
    colours: ['#a23a3e', '#bf5a54', '#d37c6e', '#e3a394'],
    fat: '#f6e4ce',
    veins: 0.5,
    ratio: 0.5,
    wave: 0.2,
    selvage: 0.95,
  }),
  ham: folded({ colours: ['#c8705c', '#dd9480', '#ecb4a0'], fat: '#f4dccc', edgeFat: 0.4, marbling: 0.2 }),
  mortadella: sheer({
    colours: ['#d98c7e', '#e8a696', '#f0bcac', '#f6d0c2'],
    fat: '#fbe8dc',
    spots: '#fcf1e6',
    nuts: '#8e9c3c',
    rim: '#c87a62',
    ratio: 0.94,
    wave: 0.15,
  }),
  coppa: sheer({
    colours: ['#7a1c26', '#98303a', '#b24c4c', '#c86e66'],
    fat: '#f4dcc8',
    veins: 1,
    ratio: 0.94,
    wave: 0.08,
    rim: '#5a1418',
  }),
  carpaccio: sheer({
    colours: ['#8e2230', '#b03844', '#c65a5c', '#d98078'],
    fat: '#f0c8b8',
    veins: 0.75,
    wave: 0.035,
  }),
  'porchetta-fold': folded({
    colours: ['#b07850', '#cf9e78', '#e4c0a0'],
    fat: '#f6e6d0',
    edgeFat: 0.5,
    speck: '#5a6a24',
    ratio: 0.5,
    marbling: 0.55,
    folds: 0.02,
  }),
  crackling: strip({
    colours: ['#6a2c08', '#a8541a', '#d8903c'],
    width: 0.17,
    bow: 0.22,
    gloss: 0.8,
    flat: 0.7,
    extra: (o, u, q, t, seed) => {
      o.h += 3 * noise(u * 0.14, q * 2, seed)
    },
  }),
  bacon: strip({
    colours: ['#5a180c', '#a04028', '#e0a880'],
    width: 0.2,
    bow: 0.2,
    gloss: 0.7,
    char: 0.25,
    flat: 0.5,
    extra: (o, u, q) => {
      o.h += 2 * Math.sin(u * 0.2)
      over(o, hex('#ecc49a'), smooth(0.2, 0.5, Math.sin(q * 4 + 1)) * 0.6)
    },
  }),
  salami: salami(['#a83230', '#96262a', '#e0ccb4'], '#f0d4bc'),
  finocchiona: salami(['#9a3a34', '#8c2e2c', '#dcc8b0'], '#efd0b8', 5),
  'spicy-salami': cup,
  guanciale: block({
    colours: ['#7a2410', '#b4552c', '#dc9c5c', '#f0cf96'],
    long: 1.7,
    corner: 0.3,
    warp: 0.2,
    high: 0.7,
    gloss: 0.75,
    char: 0.34,
    extra: (o, u, v) => {
      over(o, hex('#f2d8a8'), smooth(0.1, 0.4, Math.sin(v * 6 + u)) * 0.5)
    },
  }),
  tuna: nugget({
    colours: ['#a87454', '#d0a484', '#ecd0b4'],
    wobble: 0.16,
    ragged: 0.06,
    high: 0.7,
    gloss: 0.45,
    extra: (o, u, v) => {
      o.h += 1.4 * Math.sin(v * 16 + u * 4)
    },
  }),
  'tuna-flake': nugget({
    colours: ['#b08468', '#d4ae92', '#ead0ba', '#f4e4d4'],
    long: 1.5,
    wobble: 0.2,
    ragged: 0.025,
    high: 0.5,
    rough: 0.05,
    grain: 7,
    gloss: 0.35,
    extra: (o, u, v, d, seed) => {
      const flake = fbm(u * 2, v * 5, 2, seed)
      o.h += 2.2 * flake
      shade(o, 1 + 0.16 * flake)
    },
  }),
  clam,
  fish,
  egg: (c, p) =>
    disc({
      rings: [
        [0, '#f0a018'],
        [0.36, '#eda820'],
        [0.5, '#f8f4ea'],
        [0.95, '#e8e0d0'],
      ],
      thick: p.s * 0.3,
      edge: p.s * 0.3,
      squash: 0.76,
      gloss: 0.7,
      bleed: 0.04,
      extra: (o, u, v, q) => {
        o.h += 3 * smooth(0.5, 0.38, q)
      },
    })(c, p),
  'egg-yolk': nugget({
    colours: ['#d8780a', '#f0a018', '#f8bc3c'],
    high: 0.75,
    gloss: 1,
    soft: 0.6,
    wobble: 0.02,
    mottle: 0.1,
  }),
  shank,
}
