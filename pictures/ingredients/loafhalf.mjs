/** Half of a filled roll at a three-quarter view: its cut face to the front, its crust going back from it. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, set, shade, smooth } from '../colour.mjs'
import { grilled } from './makers.mjs'

const LOAVES = {
  ciabatta: {
    crumb: ['#dcb880', '#f2e0ba', '#fbf3dc'],
    crust: ['#8a4c1c', '#c08440', '#dcae6c'],
    flour: 0.75,
  },
  focaccia: {
    crumb: ['#dcb468', '#f2dca4', '#fbf0cc'],
    crust: ['#9a5210', '#cf8c2c', '#ecbc5c'],
    dome: 0.08,
    square: 7,
    dimples: true,
    gloss: 0.6,
  },
  rosetta: { crumb: ['#e2c48c', '#f6e8c8', '#fdf7e6'], crust: ['#9a5414', '#d0913a', '#eec274'], dome: 1 },
  hero: {
    crumb: ['#e2c08a', '#f6e6c0', '#fdf5e0'],
    crust: ['#6a2c08', '#a85a18', '#d08c38'],
    dome: 0.8,
    seeds: true,
    gloss: 0.5,
  },
  pane: {
    crumb: ['#c0935a', '#e2c28c', '#f0dcb0'],
    crust: ['#4a220a', '#7c4418', '#a86c30'],
    dome: 0.55,
    holes: 0.075,
    flour: 0.35,
  },
  brioche: {
    crumb: ['#e6c078', '#f6dea4', '#fcefc8'],
    crust: ['#6a2c06', '#b0641a', '#e0a040'],
    dome: 1.1,
    gloss: 0.75,
  },
  sesame: {
    crumb: ['#e6c078', '#f6dea4', '#fcefc8'],
    crust: ['#6a2c06', '#b0641a', '#e0a040'],
    dome: 1.1,
    gloss: 0.75,
    seeds: true,
  },
  toast: {
    crumb: ['#dca858', '#f4d898', '#fbeabc'],
    crust: ['#9a5a18', '#cc8c30', '#e8b45c'],
    dome: 0.05,
    square: 9,
    holes: 0.12,
    gloss: 0.5,
  },
  plantain: {
    crumb: ['#cf8e20', '#e8b244', '#f6d074'],
    crust: ['#9a5a10', '#d09024', '#ecb848'],
    dome: 0.06,
    square: 5,
    holes: 0.09,
    dimples: true,
    gloss: 0.6,
  },
  pressed: {
    crumb: ['#cfa264', '#ecd09a', '#f8e8c4'],
    crust: ['#8a4c14', '#c0802c', '#dca858'],
    dome: 0.12,
    square: 6,
    grill: 30,
    gloss: 0.35,
  },
}
const SEED = hex('#f6e6bc'),
  FLOUR = hex('#f6eedc'),
  BAKED = hex('#8a5020')

/**
 * The bread of one half, and the dark inside that shows between the pieces of its filling.
 * @param {{x:number,y:number,w:number,rot:number,rng:object,kind:string,top:number,filling:number,bottom:number,back:number,
 *   heart:string}} p the middle of the filling, the face's width, and how high its three parts and the crust behind it are
 */
export function loafHalf(c, { x, y, w, rot, rng, kind, top, filling, bottom, back, heart = '#5a3a1c' }) {
  const loaf = LOAVES[kind]
  if (!loaf) throw new Error(`unknown loaf: ${kind}`)
  const { dome = 0.4, square = 4, holes = 0.06, gloss = 0.22 } = loaf,
    crumb = palette(...loaf.crumb),
    crust = palette(...loaf.crust),
    dark = hex(heart),
    seed = rng.seed(),
    half = w / 2,
    z = c.restAt(x, y, 60)
  c.stamp(
    x,
    y,
    Math.hypot(half, top + filling + bottom + back) + 20,
    rot,
    (u, v, o) => {
      const wob = 4 * noise(u * 0.012, v * 0.012, seed),
        q = Math.min(1, Math.abs(u + wob) / half)
      const lid = -filling / 2 - top * (1 - dome * 0.75 * q ** 2.4) + 3 * noise(u * 0.02, 3, seed + 1)
      const rear = lid - back * Math.max(0, 1 - q ** square) ** 0.6
      const low = filling / 2 + bottom * Math.max(0, 1 - q ** 9) ** 0.4
      const side = (1 - q) * half
      if (v < rear - 1 || v > low + 1 || q >= 1) return false
      o.a = Math.min(1, (v - rear) / c.px, (low - v) / c.px, side / c.px)
      if (o.a <= 0) return false
      const bake = fbm(u * 0.012, v * 0.022, 4, seed + 2),
        rough = fbm(u * 0.09, v * 0.12, 3, seed + 3)
      if (v < lid) {
        // The crust that goes back, rounded to its rear and to both ends.
        const t = (lid - v) / Math.max(1, lid - rear),
          far = (v - rear) * 1.2
        ramp(o, crust, 0.66 + 0.5 * bake - 0.42 * smooth(0.45, 1, t) + 0.1 * rough)
        o.h = 46 + 42 * Math.sqrt(Math.max(0, 1 - (1 - Math.min(1, far / (back * 0.95))) ** 2)) + rough * 1.6
        o.h -= 16 * (1 - Math.min(1, side / 60)) ** 2
        o.gloss = gloss + 0.2 * bake
        o.soft = 0.3
        if (loaf.flour) over(o, FLOUR, loaf.flour * smooth(-0.15, 0.5, bake + rough * 0.6))
        if (loaf.grill) grilled(o, v + u * 0.6, u - v * 0.9, seed + 4, loaf.grill * 1.6, 0.8)
        if (loaf.dimples) {
          const k = cells(u * 0.02, v * 0.032, seed + 5),
            dip = smooth(0.34, 0.02, k.f1) * (k.id > 0.3 ? 1 : 0.3)
          o.h -= 9 * dip
          over(o, crust[0], dip * 0.12)
          o.gloss += dip * 0.3
        }
        if (loaf.seeds) {
          const k = cells(u * 0.06, v * 0.085, seed + 6),
            on = smooth(0.26, 0.18, k.f1) * (k.id > 0.45 ? 1 : 0)
          over(o, SEED, on)
          o.h += on * 3
        }
        return true
      }
      const inTop = v < -filling / 2,
        inBottom = v > filling / 2
      o.soft = 0.45
      o.gloss = 0.06
      if (!inTop && !inBottom) {
        if (side < 14) return false
        set(o, dark)
        shade(o, 0.8 + 0.3 * rough)
        o.h = 30
        return true
      }
      const inner = inTop ? -filling / 2 - v : v - filling / 2,
        skin = Math.min(inTop ? v - lid : low - v, side)
      const k = cells(u * holes + 0.7 * noise(u * 0.02, v * 0.02, seed), v * holes * 1.5, seed + 7),
        hole = smooth(0.4, 0.12, k.f1) * (k.id > 0.4 ? 1 : 0.2) * smooth(6, 14, skin)
      ramp(o, crumb, 0.7 + 0.35 * fbm(u * 0.05, v * 0.07, 3, seed + 8) - 0.28 * hole)
      shade(o, 1 - 0.14 * hole)
      over(o, BAKED, 0.42 * smooth(9, 0, inner))
      over(o, crust[1], smooth(16, 7, skin) * 0.5)
      const rim = smooth(8, 4.5, skin + 2 * noise(u * 0.05, v * 0.05, seed + 9))
      over(o, crust[inTop ? 1 : 0], rim * 0.9)
      o.h = 44 - 3 * hole + 1.6 * rough - 9 * smooth(16, 0, inner) - (inTop ? 0 : 12 * smooth(12, 0, skin))
    },
    'solid',
    z,
  )
  return z + 30
}
