/** The cut face of a roll, as a sandwich shows it. */
import { cells, fbm, noise } from '../random.mjs'
import { over, palette, ramp, shade, smooth, hex } from '../colour.mjs'
import { slab } from '../shapes.mjs'

const LOAVES = {
  crusty: {
    crumb: ['#cfa464', '#e8ca94', '#f6e6c4'],
    crust: ['#3d1a08', '#84441a', '#b8742c'],
    holes: 0.055,
    depth: 3.4,
  },
  soft: {
    crumb: ['#e0c48c', '#f2e0b4', '#faf0d4'],
    crust: ['#7a3c0c', '#b8741c', '#dca444'],
    holes: 0.18,
    depth: 1.1,
  },
  toast: {
    crumb: ['#b87a34', '#dcae64', '#f0d498'],
    crust: ['#4a200a', '#8a4a18', '#b87430'],
    holes: 0.16,
    depth: 1.4,
  },
  plantain: {
    crumb: ['#c8861c', '#e4ac3c', '#f2c868'],
    crust: ['#6a300a', '#a8641a', '#d0902c'],
    holes: 0.09,
    depth: 1.2,
  },
}

export function crumbFace(c, { x, y, w, l, rot, rng, z, dome, kind = 'crusty' }) {
  const loaf = LOAVES[kind],
    crumb = palette(...loaf.crumb),
    crust = palette(...loaf.crust),
    seed = rng.seed(),
    out = dome ? -1 : 1
  slab(c, {
    x,
    y,
    w,
    l,
    rot,
    z,
    corner: l * 0.28,
    warp: 6,
    grain: 0.012,
    seed,
    gloss: 0.12,
    soft: 0.45,
    form: () => 0,
    paint: (o, u, v, d) => {
      const bulge = (dome ? 0.34 : 0.12) * l * (u / (w / 2)) ** 2,
        outer = v * out
      if (outer > l * 0.5 - bulge) return false
      const k = cells(u * loaf.holes + 0.6 * noise(u * 0.02, v * 0.02, seed), v * loaf.holes, seed + 1),
        hole = smooth(0.36, 0.1, k.f1) * (k.id > 0.35 ? 1 : 0.25)
      ramp(o, crumb, 0.66 + 0.4 * fbm(u * 0.04, v * 0.04, 3, seed + 2))
      shade(o, 1 - 0.32 * hole)
      over(o, hex('#8a5424'), 0.35 * smooth(l * 0.14, 0, outer + l * 0.5))
      const depth = Math.min(d, l * 0.5 - bulge - outer),
        skin =
          smooth(11, 6, depth + 2 * noise(u * 0.05, v * 0.05, seed + 3)) * smooth(-l * 0.5, -l * 0.3, outer)
      if (skin > 0) {
        const { r, g, b } = o
        ramp(o, crust, 0.55 + 0.4 * noise(u * 0.03, v * 0.03, seed + 4))
        o.r = r + (o.r - r) * skin
        o.g = g + (o.g - g) * skin
        o.b = b + (o.b - b) * skin
      }
      o.h =
        30 +
        20 * Math.sqrt(Math.min(1, Math.max(0, depth) / 20)) -
        loaf.depth * hole +
        1.2 * fbm(u * 0.14, v * 0.14, 3, seed + 5) -
        16 * smooth(l * 0.2, 0, outer + l * 0.5)
    },
  })
}
