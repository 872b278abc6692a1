/** Things to eat beside a tea, on a plate seen from above. */
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

function nuggets(page, { colours, leaves }, rng) {
  for (let index = 0; index < 26; index += 1) {
    const a = index * 2.4,
      d = 145 * Math.sqrt((index + 0.5) / 26),
      x = Math.cos(a) * d,
      y = Math.sin(a) * d,
      r = rng.in(27, 37)
    const points = Array.from({ length: 9 }, (_, at) => {
      const t = (at / 9) * Math.PI * 2,
        k = r * rng.in(0.8, 1.14)
      return `${fixed(x + Math.cos(t) * k)} ${fixed(y + Math.sin(t) * k)}`
    })
    shadow(page, x, y, r * 0.9, r * 0.8)
    page.add(
      `<path d="M${points.join('L')}Z" fill="${page.ball([paler(colours[0], 0.35), colours[0], colours[1]])}" stroke="${colours[1]}" stroke-width="6" stroke-linejoin="round" stroke-opacity=".5"/>`,
    )
  }
  if (leaves)
    for (let index = 0; index < 7; index += 1)
      page.add(
        `<path transform="translate(${fixed(rng.bell() * 90)} ${fixed(rng.bell() * 90)}) rotate(${fixed(rng.in(0, 360))})" d="M0 0C-16-10-18-34 0-52C18-34 16-10 0 0Z" fill="${leaves}" opacity=".95"/>`,
      )
}

function sticks(page, { colours }, rng) {
  for (let index = 0; index < 22; index += 1) {
    const x = rng.bell() * 62,
      y = rng.bell() * 62,
      turn = rng.in(-38, 38) + (index % 3) * 50
    page.add(
      `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(turn)})"><rect x="-92" y="-8" width="190" height="34" rx="11" fill="#3a2018" opacity=".2" filter="url(#haze)"/><rect x="-96" y="-18" width="192" height="35" rx="10" fill="${page.linear([paler(colours[0], 0.4), colours[0], colours[1]])}"/></g>`,
    )
  }
}

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
