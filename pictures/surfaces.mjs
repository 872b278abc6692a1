/** The table tops below the dishes. Each fills the whole picture; light.mjs adds the light. */
import { fbm, noise } from './random.mjs'
import { hex, mix, over, palette, ramp, shade, set, smooth } from './colour.mjs'

function linen(c, rng, { colour = '#d9cbb2' }) {
  const seed = rng.seed(),
    base = hex(colour),
    dark = mix(base, hex('#8a7452'), 0.35),
    pale = mix(base, hex('#ffffff'), 0.35)
  const fold = rng.in(0, 0.6) - 0.3
  c.flood((x, y, o) => {
    // Threads that are slightly crooked and unequally thick make it look like cloth; a regular grid does not.
    const wx = x + 3 * noise(x * 0.01, y * 0.03, seed),
      wy = y + 3 * noise(x * 0.03, y * 0.01, seed + 1)
    const warp = Math.sin(wx * 1.5) * (0.6 + 0.4 * noise(wx * 0.24, wy * 0.012, seed + 2))
    const weft = Math.sin(wy * 1.5) * (0.6 + 0.4 * noise(wx * 0.012, wy * 0.24, seed + 3))
    const thread = (warp + weft) * 0.25
    set(o, base)
    over(o, dark, 0.28 - thread * 0.5 + 0.2 * fbm(x * 0.006, y * 0.006, 3, seed + 4))
    over(o, pale, 0.35 * noise(x * 0.5, y * 0.02, seed + 5) * noise(x * 0.02, y * 0.5, seed + 6))
    const wave = fbm((x + y * fold) * 0.0035, y * 0.0016, 3, seed + 7)
    o.h = thread * 0.7 + wave * 26
    o.soft = 0.2
  })
}

function wood(c, rng, { colour = '#8a5a33', planks = 190, worn = 0.3 }) {
  const seed = rng.seed(),
    base = hex(colour),
    dark = mix(base, hex('#1e0f06'), 0.62),
    pale = mix(base, hex('#e9c79a'), 0.34)
  const shift = rng.in(0, planks)
  c.flood((x, y, o) => {
    const row = Math.floor((y + shift) / planks),
      v = y + shift - row * planks
    const own = noise(row * 7.3 + 0.5, 3.3, seed)
    const px = x + row * 431
    const bendy = y + 16 * noise(px * 0.004, y * 0.012 + row, seed + 1)
    const rings = Math.sin(bendy * 0.11 + 5 * fbm(px * 0.0022, bendy * 0.014, 3, seed + row))
    const fibre = fbm(px * 0.012, bendy * 0.42, 3, seed + 2)
    set(o, base)
    over(o, dark, 0.2 + rings * 0.2 + fibre * 0.36 + own * 0.14)
    over(o, pale, worn * (0.25 + fbm(px * 0.006, bendy * 0.05, 3, seed + 4)))
    const gap = Math.min(v, planks - v)
    o.h = fibre * 1.1 + rings * 0.5 + own * 1.5 - 7 * (1 - smooth(0, 3.2, gap))
    shade(o, 0.35 + 0.65 * smooth(0, 3, gap))
    o.gloss = 0.08 + 0.08 * fibre
  })
}

function stone(c, rng, { colour = '#cdc7bc', vein = '#8d8478' }) {
  const seed = rng.seed(),
    base = hex(colour),
    dark = hex(vein),
    pale = mix(base, hex('#ffffff'), 0.55)
  const turn = rng.in(-0.7, 0.7),
    ca = Math.cos(turn),
    sa = Math.sin(turn)
  c.flood((x0, y0, o) => {
    const x = x0 * ca - y0 * sa,
      y = x0 * sa + y0 * ca
    const wx = x + 90 * fbm(x * 0.003, y * 0.003, 4, seed),
      wy = y + 90 * fbm(x * 0.003 + 9, y * 0.003, 4, seed + 1)
    const cloud = fbm(wx * 0.004, wy * 0.007, 4, seed + 2)
    const line = 1 - Math.abs(noise(wx * 0.0022, wy * 0.006, seed + 3))
    set(o, base)
    over(o, pale, 0.5 + cloud * 0.7)
    over(o, dark, smooth(0.9, 1, line) * 0.5 + smooth(0.1, 0.8, -cloud) * 0.3)
    over(o, dark, smooth(0.35, 0.7, noise(x * 0.4, y * 0.4, seed + 5)) * 0.15)
    o.h = cloud * 0.5
    o.gloss = 0.18
  })
}

function slate(c, rng, { colour = '#25272a' }) {
  const seed = rng.seed(),
    base = hex(colour),
    pale = mix(base, hex('#8d9095'), 0.3),
    dark = mix(base, hex('#000000'), 0.5)
  c.flood((x, y, o) => {
    const wx = x + 60 * fbm(x * 0.004, y * 0.004, 3, seed),
      wy = y + 60 * fbm(x * 0.004, y * 0.004 + 8, 3, seed + 1)
    const sheet = fbm(wx * 0.0045, wy * 0.011, 5, seed + 2)
    const step = Math.floor(sheet * 5) + smooth(0.1, 0.9, sheet * 5 - Math.floor(sheet * 5))
    const grit = fbm(x * 0.22, y * 0.22, 3, seed + 3)
    set(o, base)
    over(o, pale, 0.25 + sheet * 0.5 + grit * 0.25)
    over(o, dark, smooth(0, 0.8, -sheet) * 0.6)
    o.h = step * 2.6 + grit * 1.1
    o.gloss = 0.14 + 0.1 * grit
  })
}

/** Butcher paper: soft hollows and a few long sharp folds. Cellular noise would look like cracked mud. */
export function crumple(x, y, seed, size = 0.0042) {
  const wx = x * size + 0.35 * noise(x * size * 0.7, y * size * 0.7, seed + 9),
    wy = y * size + 0.35 * noise(x * size * 0.7 + 5, y * size * 0.7, seed + 10)
  const a = 1 - Math.abs(noise(wx, wy * 1.3, seed)),
    b = 1 - Math.abs(noise(wx * 2.3 + 4, wy * 2.1, seed + 1))
  const fold = smooth(0.86, 1, a),
    minor = smooth(0.88, 1, b) * smooth(-0.1, 0.4, noise(wx, wy, seed + 2))
  return {
    lift: 5 * a * a + 2.2 * b * b + 1.6 * fold + 1.2 * minor,
    crease: Math.max(fold * fold, minor * 0.7),
  }
}

function paper(c, rng, { colour = '#b98a5e' }) {
  const seed = rng.seed(),
    base = hex(colour),
    dark = mix(base, hex('#4a2a12'), 0.4),
    pale = mix(base, hex('#fff0d8'), 0.35)
  c.flood((x, y, o) => {
    const k = crumple(x, y, seed)
    const fibre = fbm(x * 0.08, y * 0.3, 3, seed + 2)
    set(o, base)
    over(o, dark, 0.2 + fibre * 0.25 + fbm(x * 0.004, y * 0.004, 3, seed + 3) * 0.3)
    over(o, pale, k.crease * 0.3)
    o.h = k.lift + fibre * 0.35
    o.gloss = 0.05
    o.soft = 0.1
  })
}

function iron(c, rng, { colour = '#1d1c1c' }) {
  const seed = rng.seed(),
    base = hex(colour),
    pale = hex('#4d4844')
  c.flood((x, y, o) => {
    const grit = fbm(x * 0.33, y * 0.33, 3, seed)
    set(o, base)
    over(o, pale, 0.2 + 0.35 * fbm(x * 0.008, y * 0.008, 4, seed + 1) + 0.12 * grit)
    o.h = grit * 1.2
    o.gloss = 0.26
  })
}

/** The background of drinks, which are seen from the side: a blurred wall and the edge of a table. Its colors are final (`lit` is 0). */
function backdrop(c, rng, { wall = ['#e8d9bf', '#b98f62'], table = ['#9a6b42', '#5a3820'], horizon = 560 }) {
  const seed = rng.seed(),
    far = palette(...wall),
    near = palette(...table)
  c.flood((x, y, o) => {
    const n = 0.06 * fbm(x * 0.003, y * 0.003, 3, seed)
    if (y < horizon) {
      ramp(o, far, 0.15 + (x / 1000) * 0.55 + (y / 750) * 0.3 + n)
      // Window bars thrown on the wall, out of focus.
      const band = smooth(0.2, 0.9, Math.sin((x + y * 0.62) * 0.011 + seed))
      shade(o, 0.86 + 0.26 * band)
    } else {
      const t = (y - horizon) / 200
      const grain = fbm(x * 0.004 * (2 - t), (y - horizon) * (0.3 - t * 0.15), 3, seed + 3)
      ramp(o, near, 0.15 + t * 0.6 + grain * 0.3)
      shade(o, 1 + 0.25 * smooth(0.25, 0, t))
    }
    over(o, near[0], 0.65 * smooth(9, 0, Math.abs(y - horizon)))
    o.lit = 0
  })
}

export const SURFACES = { linen, wood, stone, slate, paper, iron, backdrop }
