/** A round pizza from the stone oven: blistered rim, sauce, cheese, toppings by name, sliced or whole. */
import { cells, fbm, noise } from '../random.mjs'
import { hex, over, palette, ramp, smooth } from '../colour.mjs'
import { outline, piece } from '../shapes.mjs'
import { liquidPaint } from '../ingredients/sauces.mjs'
import { blisteredLayer } from '../ingredients/blistered.mjs'
import { scene, layers } from './scene.mjs'

const DOUGH = palette('#f0d6a2', '#e2b56c', '#c98a3c', '#9a5a1e', '#6a3510'),
  CHAR = hex('#1a0e08'),
  FLOUR = hex('#f6ead2')

/** The dough alone, with its rim. Returns the outline of the flat middle. */
export function base(c, { x, y, r, rng, char = 0.5, rim = 0.15 }) {
  const seed = rng.seed(),
    shape = outline(rng, { wobble: 0.022, ragged: 0.006, lobes: 8 }),
    inner = 1 - rim
  const inside = outline(rng, { wobble: 0.02, lobes: 9 })
  piece(c, {
    x,
    y,
    r,
    outline: shape,
    soft: 0.45,
    gloss: 0.14,
    form: () => 0,
    paint: (o, u, v) => {
      const a = Math.atan2(v, u),
        limit = shape(a),
        q = Math.hypot(u, v) / r / limit,
        ca = Math.cos(a),
        sa = Math.sin(a)
      // The rim swells unevenly: a few big bubbles between thin stretches.
      const swell =
        0.72 + 0.5 * noise(ca * 3.4 + 7, sa * 3.4, seed) + 0.3 * noise(ca * 8, sa * 8 + 3, seed + 1)
      const start = inner * inside(a),
        t = (q - start) / (1 - start)
      const bump = fbm(u * 0.05, v * 0.05, 3, seed + 2),
        fine = fbm(u * 0.2, v * 0.2, 3, seed + 3)
      const crown = t > 0 ? Math.sqrt(Math.max(0, 1 - (t * 1.62 - 0.62) ** 2)) : smooth(-0.55, 0, t) * 0.785
      o.h = 8 + r * 0.095 * crown * swell + bump * 2.6 + fine * 0.9
      const heat = 0.26 + 0.24 * swell * crown + bump * 0.22 + fine * 0.1 + 0.34 * smooth(0.72, 1, t)
      ramp(o, DOUGH, heat + 0.06)
      over(
        o,
        FLOUR,
        smooth(0.1, 0.5, fbm(u * 0.03, v * 0.03, 3, seed + 4)) * 0.25 * smooth(0.3, 0, Math.abs(t - 0.5)),
      )
      // Leopard spots where bubbles touched the dome.
      const k = cells(u * 0.027 + 0.35 * bump, v * 0.027 + 0.12 * fine, seed + 5)
      const spot = smooth(0.46, 0.1, k.f1 + 0.1 * fine) * (k.id < char ? 1 : 0) * smooth(0.08, 0.4, t)
      const patch =
        smooth(0.34, 0.7, noise(ca * 2.3, sa * 2.3, seed + 6) + bump * 0.5) *
        smooth(0.15, 0.6, t) *
        char *
        1.3
      over(o, DOUGH[4], Math.max(spot, patch) * 0.75)
      over(o, CHAR, smooth(0.45, 1, spot * 0.92 + patch * 0.5) * 0.9)
      o.h += spot * 1.6
    },
  })
  return (a) => shape(a) * inner * inside(a) * 1.012
}

/** Everything on the table inside one rim; used by the pizza dish, by scenes and by trays. */
export function drawPizza(c, { x, y, r, rng, sauce = 'tomato', cheese, char, top = [], finish = [] }) {
  const flat = base(c, { x, y, r, rng, char })
  if (sauce && sauce !== 'none') {
    const paint = liquidPaint(sauce, rng),
      shore = outline(rng, { wobble: 0.02, ragged: 0.02, lobes: 9 })
    piece(c, {
      x,
      y,
      r,
      outline: (a) => flat(a) * 0.985 * shore(a),
      mode: 'drape',
      fade: 9,
      form: (d) => 2.5 * smooth(0, 12, d),
      paint,
    })
  }
  if (cheese) blisteredLayer(c, { x, y, s: r * 0.99, rng, limit: (a) => flat(a) * 0.97, ...cheese })
  layers(c, { x, y, r: r * 0.76, rng }, top)
  layers(c, { x, y, r: r * 0.8, rng }, finish)
}

export function draw(c, recipe, rng) {
  const at = scene(c, recipe, rng, { vessel: 'board', r: 360 })
  drawPizza(c, { ...recipe, x: at.x, y: at.y, r: recipe.size ?? 322, rng })
}
