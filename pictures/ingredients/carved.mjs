/** Roasts of the pit, part of them carved: slices lean on one another and show their crust and their cut side. */
import { fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, shade, smooth } from '../colour.mjs'
import { boxDistance, cover } from '../shapes.mjs'
import { barkPaint } from './brisket.mjs'

/** Mixes what `paint` puts on the brush into what is there already. */
export function blend(o, k, paint) {
  if (k <= 0) return
  const { r, g, b, gloss, h } = o
  paint()
  o.r = r + (o.r - r) * k
  o.g = g + (o.g - g) * k
  o.b = b + (o.b - b) * k
  o.gloss = gloss + (o.gloss - gloss) * k
  o.h = h + (o.h - h) * k
}

const BEEF = {
  band: palette('#432013', '#66391f', '#84512f'),
  rose: hex('#8f4033'),
  red: hex('#7d2425'),
  sheen: hex('#b5705c'),
  char: palette('#120805', '#2c140a', '#50260f', '#7a421e'),
}

/** Tri-tip's cut side: a thin seared line, then rose almost from edge to edge, in short grains. */
function beefCut(o, u, v, d, seed) {
  const lean = u + 0.35 * v,
    fibre = fbm(lean * 0.05, v * 0.028, 3, seed + 1),
    grain = noise(lean * 0.26, v * 0.13, seed + 2),
    deep = d + 5 * fibre
  ramp(o, BEEF.band, 0.7 + 0.3 * fibre)
  over(o, BEEF.rose, smooth(5, 13, deep))
  over(o, BEEF.red, smooth(11, 30, deep) * (0.78 + 0.35 * fibre))
  shade(o, 1 + 0.16 * grain)
  over(o, BEEF.sheen, 0.3 * smooth(0.25, 0.6, grain) * smooth(8, 16, d))
  const seam = smooth(0.04, 0.0, Math.abs(fbm(lean * 0.02, v * 0.008, 2, seed + 5) - 0.1))
  over(o, hex('#c99c74'), 0.22 * seam * smooth(12, 20, d))
  o.gloss = 0.3 + 0.45 * smooth(0, 0.5, noise(u * 0.04, v * 0.03, seed + 4))
  o.h += 1.6 * fibre + 0.7 * grain
}

/** What the embers did to it: near black on the ridges, red brown in the hollows, wet with its fat. */
function beefCrust(o, u, v, seed) {
  const n = fbm(u * 0.03, v * 0.045, 4, seed),
    grit = noise(u * 0.2, v * 0.2, seed + 3)
  ramp(o, BEEF.char, 0.55 + 0.5 * n + 0.2 * grit)
  over(o, hex('#9a4a22'), 0.4 * smooth(0.1, 0.5, fbm(u * 0.05, v * 0.05, 3, seed + 5)))
  over(o, hex('#0d0604'), 0.7 * smooth(0.12, 0.5, fbm(u * 0.02, v * 0.03, 3, seed + 8)))
  o.gloss = 0.5 + 0.5 * smooth(-0.2, 0.4, noise(u * 0.05, v * 0.05, seed + 6))
  o.h += 4 * n + 1.6 * grit
}

const BREAST = palette('#99643a', '#bb8a5a', '#d0a778', '#dfc096')

/** Turkey's cut side: white and moist in long soft fibres that part here and there, a blush where the smoke went in. */
function turkeyCut(o, u, v, d, seed) {
  const flow = u + 0.3 * v + 9 * noise(u * 0.012, v * 0.012, seed + 9),
    fibre = fbm(flow * 0.06, v * 0.016, 3, seed + 1),
    grain = noise(flow * 0.22, v * 0.035, seed + 2),
    gap = smooth(0.07, 0.0, Math.abs(fbm(flow * 0.045, v * 0.009, 2, seed + 5) - 0.06))
  ramp(o, BREAST, 0.62 + 0.55 * fibre + 0.16 * grain)
  over(o, hex('#a4523a'), 0.65 * smooth(22, 7, d + 5 * fibre))
  over(o, hex('#8a5a34'), 0.24 * gap * smooth(6, 16, d))
  over(o, hex('#d8a040'), 0.3 * smooth(0.15, 0.5, noise(u * 0.03, v * 0.015, seed + 7)))
  o.gloss = 0.2 + 0.7 * smooth(0.05, 0.5, noise(u * 0.05, v * 0.02, seed + 4))
  o.h += 2.4 * fibre + 0.9 * grain - 1.1 * gap
}

const SKIN = palette('#4a1c08', '#8a4314', '#bd7226', '#dc9c48')

/** Its outside: basted gold and mahogany, with cracked pepper all over. */
function turkeyCrust(o, u, v, seed) {
  const n = fbm(u * 0.022, v * 0.03, 4, seed),
    grit = noise(u * 0.24, v * 0.24, seed + 3)
  ramp(o, SKIN, 0.5 + 0.55 * n)
  const pepper = smooth(0.2, 0.42, grit + 0.35 * noise(u * 0.06, v * 0.06, seed + 4))
  over(o, hex('#1a0e08'), 0.9 * pepper)
  o.gloss = 0.75 + 0.25 * n - 0.45 * pepper
  o.h += 3 * n + 3 * pepper
}

const BRISKET = palette('#3f1c0d', '#6e3a20', '#986039', '#c08d5e'),
  FAT = palette('#96602a', '#c89248', '#e2bd7c')

/** Brisket's cut side: the ring under its bark, loose moist grains, fat that has gone soft between its muscles. */
function brisketCut(o, u, v, d, seed) {
  // Its grain runs across the slice, a little bowed, and parts between its bundles.
  const lean = v + 0.35 * u + 9 * noise(u * 0.018, v * 0.012, seed + 9),
    fibre = fbm(lean * 0.09, u * 0.016, 3, seed + 1),
    grain = fbm(lean * 0.34, u * 0.03, 2, seed + 2),
    cloud = fbm(u * 0.022, v * 0.016, 3, seed + 3),
    gap = smooth(0.14, 0.42, fbm(lean * 0.12, u * 0.03, 2, seed + 5))
  ramp(o, BRISKET, 0.56 + 0.3 * fibre + 0.17 * grain + 0.22 * cloud)
  over(o, hex('#a03a30'), 0.8 * smooth(17, 6, d + 5 * fibre))
  over(o, hex('#321407'), 0.5 * gap * smooth(8, 14, d))
  // Seams run the length of a slice and break off, they do not close to rings.
  const seam = Math.abs(fbm(u * 0.026 + 3, v * 0.0035, 2, seed + 6) - 0.06),
    soft = smooth(0.1, 0.02, seam) * smooth(-0.25, 0.3, noise(u * 0.01, v * 0.014, seed + 7))
  blend(o, 0.6 * soft * smooth(12, 20, d), () => ramp(o, FAT, 0.5 + 0.5 * fibre))
  o.gloss = 0.4 + 0.6 * smooth(-0.05, 0.35, noise(u * 0.04, v * 0.03, seed + 4))
  o.h += 2.4 * fibre + 1.1 * grain - 2 * gap
}

/** Its bark: black and rough with pepper, wet where the fat came through. */
function brisketCrust(o, u, v, seed) {
  const n = fbm(u * 0.02, v * 0.03, 4, seed + 2)
  barkPaint(o, u, v, seed + 3, 0.44)
  over(o, hex('#7a3014'), 0.45 * smooth(0, 0.5, n))
  over(o, hex('#a85c28'), 0.3 * smooth(0.2, 0.55, fbm(u * 0.05, v * 0.05, 3, seed + 4)))
  o.gloss = 0.4 + 0.4 * smooth(-0.2, 0.4, n)
  o.h += 5 * n
}

const ROASTS = {
  /** The flat: a long slab, its end hardly narrower. */
  flat: {
    side: (u) => {
      const end = Math.sqrt(Math.max(0, 1 - Math.max(0, (u - 0.55) / 0.45) ** 3)),
        wide = (0.52 - 0.05 * u) * end
      return [-wide + 0.03 * Math.sin(u * 3), wide + 0.03 * Math.sin(u * 3)]
    },
    high: 0.24,
    corner: 0.11,
    cut: brisketCut,
    crust: brisketCrust,
    rim: [6, 2],
    dark: '#0c0503',
  },
  /** A triangle: broad where it is carved, bent to a blunt point. `side` answers both edges at u, in parts of s. */
  tritip: {
    side: (u) => {
      const t = Math.max(-0.25, (u + 1) / 2),
        end = Math.sqrt(Math.max(0, 1 - Math.max(0, (t - 0.66) / 0.34) ** 2.4)),
        far = Math.sqrt(Math.max(0.2, 1 - Math.max(0, (0.2 - t) / 0.5) ** 2)),
        wide = (0.54 - 0.2 * t - 0.1 * t * t) * end * far,
        mid = 0.2 * Math.max(0, t) ** 2 - 0.03
      return [mid - wide * 1.04, mid + wide * 0.96]
    },
    high: 0.2,
    corner: 0.13,
    cut: beefCut,
    crust: beefCrust,
    rim: [4.5, 1.6],
    dark: '#170a06',
  },
  /** Half a breast: round where it is carved, drawn out to its tip. */
  breast: {
    side: (u) => {
      const t = (u + 1) / 2,
        far = Math.sqrt(Math.max(0.3, 1 - Math.max(0, (0.35 - t) / 0.7) ** 2)),
        wide = 0.5 * far * Math.sqrt(Math.max(0, 1 - Math.max(0, (t - 0.3) / 0.7) ** 2.1)) * (1 - 0.1 * t)
      return [-wide + 0.07 * t * t, wide + 0.07 * t * t]
    },
    high: 0.27,
    corner: 0.2,
    cut: turkeyCut,
    crust: turkeyCrust,
    rim: [6, 2.5],
    dark: '#2a1006',
  },
}

/** One portion; its left side is a cut, of which `lean` is seen. The last one is all that is not carved. */
function portion(c, p) {
  const { x, y, s, rot, z, roast, at, thick, lean, seed, whole } = p,
    [lo, hi] = roast.side(at).map((v) => v * s),
    end = whole ? (1 - at) * s : thick,
    high = roast.high * s * (p.flat ?? 1)
  c.stamp(
    x,
    y,
    s * (whole ? 1.7 : Math.abs(at) + 1),
    rot,
    (a, v0, o) => {
      const v = v0 - (p.slip ?? 0),
        ragged = 3 * noise(v * 0.025, at * 9, seed + 7) + 1.2 * noise(v * 0.1, at * 9, seed + 8),
        left = a - at * s + lean + ragged,
        top = left - lean
      let near = lo,
        far = hi
      if (whole && top > 0) [near, far] = roast.side(Math.min(1, at + top / s)).map((k) => k * s)
      const rag = 3 * fbm(a * 0.03, v * 0.03, 3, seed + 9),
        mid = (near + far) / 2,
        half = (far - near) / 2 + rag,
        span = end + lean,
        d = whole
          ? Math.min(
              -boxDistance(Math.min(left, lean) - lean, v - mid, lean, half, lean * 0.5),
              half - Math.abs(v - mid),
              end - top,
            )
          : -boxDistance(left - span / 2, v - mid, span / 2, half, Math.min(span * 0.45, s * roast.corner))
      o.a = cover(-d, c.px)
      if (o.a <= 0) return false
      o.soft = 0.4
      const edge = Math.max(0.02, Math.min(1, d / (s * (whole && top > 0 ? roast.high * 0.9 : 0.05))))
      if (top > 0) {
        o.h = 0
        roast.crust(o, a, v, seed)
        if (whole) o.soft = 0.2
        o.h += high * Math.sqrt(1 - (1 - edge) ** 2) * (whole ? 1 : 1 - 0.25 * (top / thick) ** 2)
      } else {
        o.h = high * (0.12 + 0.88 * (left / lean)) * (0.84 + 0.16 * edge)
        const depth = Math.min(d, -top + 3)
        roast.cut(o, a, v, depth, seed + Math.round((at + 2) * 900))
        const [wide, fade] = roast.rim
        blend(o, smooth(wide + fade, wide - fade, depth + 1.6 * rag), () => {
          barkPaint(o, a, v, seed + 3, 0.4)
          over(o, hex(roast.dark), 0.45)
          o.gloss *= 0.45
        })
      }
    },
    'solid',
    z,
  )
}

/** s is half the roast's length; n slices lie to its left, the farthest the flattest. `whole`: whether the piece they came from is there. */
const carved =
  (kind) =>
  (
    c,
    {
      x,
      y,
      s,
      rot = 0,
      rng,
      n = 6,
      cut = 0,
      thick = 0.05,
      show = [0.13, 0.26],
      step = 0.84,
      heel = 0.14,
      whole = true,
    },
  ) => {
    const roast = ROASTS[kind],
      z = c.restAt(x, y, s * 0.5) + 2,
      seed = rng.seed(),
      all = { x, y, s, rot, roast, z }
    if (whole) portion(c, { ...all, at: cut, lean: s * heel, seed, whole })
    let at = cut - heel * 0.6
    for (let i = 0; i < n; i++) {
      const t = n > 1 ? i / (n - 1) : 0,
        lean = show[0] + (show[1] - show[0]) * t
      at -= i ? (show[0] + (show[1] - show[0]) * t) * step + thick * 0.35 : thick + 0.06
      portion(c, {
        ...all,
        at,
        thick: s * thick,
        lean: s * lean * rng.in(0.95, 1.06),
        rot: rot + rng.in(-0.05, 0.05) - t * 0.04,
        slip: rng.in(-0.03, 0.03) * s,
        flat: 1 - 0.45 * t,
        seed: rng.seed(),
      })
    }
  }

export const CARVED = {
  'carved-brisket': carved('flat'),
  'carved-tri-tip': carved('tritip'),
  'carved-turkey': carved('breast'),
}
