/** Things to eat beside a tea, on a plate seen from above. */
import { nuggets, sticks } from './fried.mjs'
import { brick, cookies, dumplings, mochi, pancake } from './dough.mjs'
import { deeper, fixed, paler } from './paper.mjs'

/** Draws a plate of `recipe.bite` with its middle at x, y. */
export function drawPlate(page, recipe, rng, { x, y, r = 250 }) {
  const plate = recipe.plate ?? '#ffffff'
  page.add(
    `<ellipse cx="${x + 26}" cy="${y + 34}" rx="${r * 1.02}" ry="${r * 0.98}" fill="${deeper(recipe.field, 0.6)}" opacity=".4" filter="url(#blur)"/>`,
  )
  page.add(
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${page.ball([paler(plate, 0.5), plate, deeper(plate, 0.07)], '.36 .3 .9')}"/><circle cx="${x}" cy="${y}" r="${r * 0.79}" fill="none" stroke="${deeper(plate, 0.1)}" stroke-width="5" opacity=".6"/>`,
  )
  const draw = BITES[recipe.bite]
  if (!draw) throw new Error(`unknown bite: ${recipe.bite}`)
  page.add(`<g transform="translate(${x} ${y}) scale(${fixed((r / 212) * 100) / 100})">`)
  draw(page, recipe, rng)
  page.add('</g>')
}

const shadow = (page, cx, cy, rx, ry) =>
  page.add(
    `<ellipse cx="${fixed(cx + 9)}" cy="${fixed(cy + 13)}" rx="${rx}" ry="${ry}" fill="#3a2018" opacity=".26" filter="url(#haze)"/>`,
  )

function waffle(page, { colours }, rng) {
  shadow(page, 0, 0, 176, 168)
  for (let row = -3; row <= 3; row += 1)
    for (let column = -3; column <= 3; column += 1) {
      const x = (column + (row % 2 ? 0.5 : 0)) * 53,
        y = row * 47
      if (Math.hypot(x, y) > 176) continue
      page.add(
        `<circle cx="${fixed(x)}" cy="${y}" r="30" fill="${colours[1]}"/><circle cx="${fixed(x + rng.in(-1, 1))}" cy="${y - 2}" r="26" fill="${page.ball([paler(colours[0], 0.5), colours[0], colours[1]])}"/>`,
      )
    }
}

function wedge(page, { colours, dust }, rng) {
  shadow(page, 0, 20, 150, 90)
  const [cream, cake] = colours
  page.add(`<path d="M-150 70L160 -60L120 110L-110 150Z" fill="${cake}"/>`)
  for (let layer = 0; layer < 5; layer += 1)
    page.add(
      `<path d="M-138 ${92 + layer * 11}L136 ${-20 + layer * 27}" stroke="${cream}" stroke-width="7"/>`,
    )
  page.add(
    `<path d="M-150 70L160 -60L80 -130Q60 -140 40 -130Z" fill="${page.linear([paler(cream, 0.5), cream])}"/>`,
  )
  if (dust)
    for (let grain = 0; grain < 120; grain += 1) {
      const t = rng.next(),
        s = rng.next() * (1 - t)
      page.add(
        `<circle cx="${fixed(-140 + t * 180 + s * 290)}" cy="${fixed(66 - t * 180 - s * 124)}" r="${fixed(rng.in(1.4, 3.4))}" fill="${dust}" opacity=".8"/>`,
      )
    }
}

const BITES = { mochi, dumplings, nuggets, sticks, waffle, brick, pancake, cookies, wedge }
