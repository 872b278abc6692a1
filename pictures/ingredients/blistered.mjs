/** Cheese out of the stone oven: one soft sheet, thin and orange where sauce comes through, browned in round blisters. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { piece } from '../shapes.mjs'

const GOLD = hex('#dc9a3c'),
  BROWN = hex('#a8591a'),
  DARK = hex('#5a2a0c'),
  THIN = hex('#dd8438'),
  MILK = palette('#d99e42', '#ecc270', '#f6dc9e', '#fbeccb')

/** s reaches to the rim; holes: how much lies bare; brown: how hot the oven was. */
export function blisteredLayer(c, { x, y, s, rng, colours, holes = 0.25, brown = 0.5, limit }) {
  const seed = rng.seed(),
    list = colours ? palette(...colours) : MILK,
    rest = c.restAt(x, y, s * 0.6)
  const blister = (u, v, size, n, which) => {
    const k = cells(u * size + 0.5 * n, v * size + 0.4 * n, which)
    return smooth(0.52, 0.05, k.f1 + 0.1 * n) * (k.id < 0.2 + brown * 0.55 ? 0.45 + 0.55 * (k.id / 0.5) : 0)
  }
  piece(c, {
    x,
    y,
    r: s,
    outline: limit,
    mode: 'drape',
    fade: 7,
    form: () => 0,
    paint: (o, u, v, d) => {
      const wx = u + 22 * noise(u * 0.018, v * 0.018, seed + 8),
        wy = v + 22 * noise(u * 0.018 + 5, v * 0.018, seed + 9),
        big = fbm(wx * 0.016, wy * 0.016, 3, seed),
        mid = fbm(u * 0.045, v * 0.045, 2, seed + 1),
        fine = noise(u * 0.16, v * 0.16, seed + 2),
        thick = big + 0.28 - holes * 0.9 + 0.3 * smooth(0, 18, d) + 0.08 * mid
      o.a *= smooth(-0.03, 0.09, thick)
      if (o.a <= 0) return false
      ramp(o, list, 0.34 + 0.42 * thick + 0.26 * mid + 0.05 * fine)
      over(o, THIN, 0.6 * smooth(0.26, 0.02, thick))
      const hot = Math.max(blister(u, v, 0.021, mid, seed + 4), 0.72 * blister(u, v, 0.04, mid, seed + 5))
      const warm = smooth(0.1, 0.6, mid + 0.5 * big + 0.3 * (brown - 0.5))
      over(o, GOLD, Math.min(0.85, 0.55 * warm + 0.8 * smooth(0, 0.55, hot)))
      over(o, BROWN, 0.85 * smooth(0.4, 0.95, hot + 0.12 * fine))
      over(o, DARK, 0.6 * smooth(0.75, 1, hot + 0.12 * fine))
      o.h = 6 * smooth(-0.03, 0.3, thick) + 3.4 * big + 2.2 * mid + 3 * hot + 0.2 * fine
      o.h += (rest - o.base) * 0.55 * smooth(0, 0.3, thick)
      o.gloss = 0.62 + 0.25 * mid - 0.25 * hot
      o.soft = 0.6
    },
  })
}
