/** The big plate rib, lying on its side: bark over the top, the cut flank with its ring, the bone below and beyond. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { outline, piece, spline, stroke } from '../shapes.mjs'
import { barkPaint } from './brisket.mjs'
import { blend } from './carved.mjs'

const BONE = palette('#8a5c34', '#c0935c', '#dcb884', '#ecd2a4'),
  FLESH = palette('#4d2413', '#76401f', '#9c6238', '#bd8a58'),
  RING = hex('#a03c34'),
  FAT = palette('#a8702c', '#d2a258', '#e8ca90')

function bone(c, place, s, z, seed) {
  stroke(c, {
    points: spline(
      [place(-1.12, 0.26), place(-0.6, 0.37), place(0.1, 0.4), place(0.8, 0.33), place(1.32, 0.16)],
      5,
    ),
    z: () => z,
    r: (t) => s * (0.1 + 0.035 * smooth(0.9, 1, t) + 0.02 * smooth(0.12, 0, t)),
    flat: 0.75,
    gloss: 0.4,
    paint: (o, along, q, t) => {
      const n = fbm(along * 0.03, q * 1.6, 3, seed)
      ramp(o, BONE, 0.62 + 0.35 * n - 0.3 * Math.abs(q))
      // Smoke has browned it, most of all where the meat drew back.
      over(
        o,
        hex('#4a1f0c'),
        0.5 * smooth(0.84, 0.72, t + 0.06 * n) * smooth(0.04, 0.12, t + 0.06 * n) + 0.2 * smooth(0.1, 0.5, n),
      )
      over(
        o,
        hex('#8a3a1c'),
        0.4 * smooth(0.96, 0.995, t) * smooth(-0.2, 0.4, noise(along * 0.2, q * 4, seed + 2)),
      )
      o.h += 1.5 * n
    },
  })
}

/** The flank where the rack was parted: soft bundles of fibre, a web and a seam of melted fat, the ring below the bark. */
function flank(o, u, v, depth, ring, s, seed) {
  const run = v + 0.3 * u + 16 * noise(u * 0.009, v * 0.012, seed + 1),
    across = u - 0.3 * v,
    fibre = fbm(across * 0.022, run * 0.05, 4, seed + 2),
    grain = noise(across * 0.07, run * 0.2, seed + 3),
    gap = smooth(0.18, 0.55, fbm(across * 0.03, run * 0.08, 3, seed + 4)),
    web = smooth(0.05, 0.0, Math.abs(fbm(across * 0.014, run * 0.035, 3, seed + 9)))
  ramp(o, FLESH, 0.5 + 0.45 * fibre + 0.14 * grain)
  over(o, hex('#7a2c1c'), 0.22)
  over(o, RING, 0.85 * ring * smooth(s * 0.13, s * 0.03, depth + 8 * fibre))
  over(o, hex('#351408'), 0.5 * gap)
  over(o, FAT[1], 0.32 * web * smooth(s * 0.05, s * 0.12, depth))
  const seam = Math.abs(v + 0.06 * u - s * 0.04 - 14 * noise(u * 0.012, 3, seed + 5)),
    wide = s * 0.03 * smooth(-0.6, 0.25, noise(u * 0.009, 8, seed + 6)),
    fat = smooth(wide + 3, wide - 2, seam) * smooth(0.5, 2, wide)
  blend(o, 0.75 * fat, () => ramp(o, FAT, 0.4 + 0.6 * fibre))
  o.gloss = 0.3 + 0.65 * smooth(0.05, 0.5, noise(u * 0.035, run * 0.05, seed + 7)) + 0.2 * fat
  o.h += 3 * fibre + 0.9 * grain - 3 * gap + 1.5 * fat
}

function bark(o, u, v, seed) {
  const n = fbm(u * 0.02, v * 0.03, 4, seed + 2)
  barkPaint(o, u, v, seed + 3, 0.5)
  over(o, hex('#7a3014'), 0.5 * smooth(-0.1, 0.45, n))
  over(o, hex('#b0622a'), 0.35 * smooth(0.2, 0.55, fbm(u * 0.05, v * 0.05, 3, seed + 4)))
  o.h += 6 * n
  o.gloss = 0.42 + 0.4 * smooth(-0.2, 0.4, n)
}

/** s is a little less than half the bone's length. */
function dinoRib(c, { x, y, s, rot = -0.14, rng }) {
  const seed = rng.seed(),
    ca = Math.cos(rot),
    sa = Math.sin(rot),
    z = c.restAt(x, y, s * 0.5),
    place = (u, v) => [x + (u * ca - v * sa) * s, y + (u * sa + v * ca) * s],
    shape = outline(rng, { wobble: 0.02, ragged: 0.005, lobes: 4 }),
    a = s * 0.94,
    b = s * 0.5,
    high = s * 0.24,
    [mx, my] = place(-0.1, -0.06)
  bone(c, place, s, z + 4, seed)
  piece(c, {
    x: mx,
    y: my,
    r: a,
    ry: b,
    rot,
    z: z + 6,
    seed,
    soft: 0.3,
    outline: (t) => {
      const cu = Math.cos(t),
        sv = Math.sin(t),
        box = 1 / (Math.abs(cu) ** 3.6 + Math.abs(sv) ** 3.6) ** (1 / 3.6)
      // Thick at the back, drawn down to the bone in front, hollow along it.
      return (
        shape(t) * box * (1 - 0.16 * smooth(0.1, 0.9, cu) * smooth(0.4, -0.6, sv) - 0.07 * smooth(0.3, 1, sv))
      )
    },
    form: () => 0,
    paint: (o, u, v, d) => {
      const n = fbm(u * 0.02, v * 0.02, 3, seed + 8),
        // The bark is seen from above along the top; along the sides it only turns the corner.
        up = smooth(b * 0.35, -b * 0.5, v),
        low = smooth(b * 0.3, b * 0.7, v) * smooth(0.95, 0.75, Math.abs(u / a)),
        rim =
          s *
            (0.06 +
              0.22 * up * (0.8 + 0.2 * Math.cos((u / a) * 2)) +
              0.04 * smooth(0.7, 0.95, Math.abs(u / a))) *
            (1 - 0.75 * low) +
          7 * n,
        inside = smooth(rim - 2.5, rim + 2.5, d)
      o.h = high * Math.sqrt(Math.max(0, 1 - (1 - Math.min(1, d / Math.max(18, rim * 1.1))) ** 2))
      bark(o, u, v, seed)
      blend(o, inside, () => {
        o.h = high - 3
        flank(o, u, v, d - rim, 1 - 0.8 * low, s, seed + 20)
      })
      shade(o, 1 - 0.35 * inside * smooth(7, 0, d - rim))
    },
  })
}

export const DINO_RIB = { 'dino-rib': dinoRib }
