/** Things to eat beside a tea, on a plate seen from above. */
import { deeper, fixed, paler } from './paper.mjs'

const AROUND = [
  [-0.42, -0.3],
  [0.4, -0.34],
  [0, 0.06],
  [-0.46, 0.4],
  [0.44, 0.38],
  [0, -0.62],
  [0, 0.66],
]

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

const spots = (rng, count, spread = 165) =>
  AROUND.slice(0, count).map(([u, v]) => [u * spread + rng.in(-7, 7), v * spread + rng.in(-7, 7)])

function mochi(page, { colours }, rng) {
  spots(rng, 5, 180).forEach(([x, y], index) => {
    const colour = colours[index % colours.length]
    shadow(page, x, y, 58, 52)
    page.add(
      `<ellipse cx="${fixed(x)}" cy="${fixed(y)}" rx="60" ry="55" fill="${page.ball([paler(colour, 0.7), colour, deeper(colour, 0.14)])}"/>`,
    )
    for (let grain = 0; grain < 16; grain += 1)
      page.add(
        `<circle cx="${fixed(x + rng.bell() * 30)}" cy="${fixed(y + rng.bell() * 26)}" r="${fixed(rng.in(1.4, 3))}" fill="#ffffff" opacity=".75"/>`,
      )
  })
}

function dumplings(page, { colours }, rng) {
  spots(rng, 6, 190).forEach(([x, y]) => {
    shadow(page, x, y, 60, 40)
    page.add(
      `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(rng.in(-35, 25))})"><path d="M-68 18C-62-34-26-54 0-54C26-54 62-34 68 18C44 36-44 36-68 18Z" fill="${page.linear([paler(colours[0], 0.4), colours[0], colours[1]])}"/>`,
    )
    for (let fold = -3; fold <= 3; fold += 1)
      page.add(
        `<path d="M${fold * 15} ${-46 + Math.abs(fold) * 6}Q${fold * 13 + 5} -28 ${fold * 11} -10" fill="none" stroke="${deeper(colours[0], 0.22)}" stroke-width="4" stroke-linecap="round" opacity=".6"/>`,
      )
    page.add('</g>')
  })
}

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

function toast(page, { colours, drizzle }) {
  for (const [x, y, turn] of [
    [-52, 14, -12],
    [56, -8, 9],
  ]) {
    shadow(page, x, y, 118, 118)
    page.add(
      `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-112" y="-112" width="224" height="224" rx="34" fill="${colours[1]}"/><rect x="-96" y="-96" width="192" height="192" rx="24" fill="${page.ball([paler(colours[0], 0.42), colours[0], deeper(colours[0], 0.1)], '.4 .35 .8')}"/>`,
    )
    const line = Array.from(
      { length: 7 },
      (_, at) => `${at === 0 ? 'M' : 'L'}${at % 2 ? 70 : -70} ${-74 + at * 25}`,
    ).join('')
    if (drizzle)
      page.add(
        `<path d="${line}" fill="none" stroke="${drizzle}" stroke-width="12" stroke-linejoin="round" stroke-linecap="round" opacity=".9"/>`,
      )
    page.add('</g>')
  }
}

/** Cookies and flat cakes: browned unevenly, with seeds or herbs all over; `spiral`: rolled up and pressed flat. */
function rounds(page, { colours, chips, spiral }, rng) {
  for (const [x, y] of spots(rng, 5, 178)) {
    shadow(page, x, y, 72, 70)
    page.add(
      `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="74" fill="${page.ball([paler(colours[0], 0.4), colours[0], colours[1]])}"/>`,
    )
    const within = (far) => {
      const turn = rng.angle(),
        d = far * Math.sqrt(rng.next())
      return [fixed(x + Math.cos(turn) * d), fixed(y + Math.sin(turn) * d)]
    }
    for (let patch = 0; patch < 7; patch += 1) {
      const [cx, cy] = within(54)
      page.add(
        `<ellipse cx="${cx}" cy="${cy}" rx="${fixed(rng.in(8, 19))}" ry="${fixed(rng.in(6, 13))}" fill="${deeper(colours[1], 0.1)}" opacity=".3" filter="url(#haze)"/>`,
      )
    }
    if (spiral) {
      const turn = rng.angle()
      let path = ''
      for (let step = 0; step <= 46; step += 1) {
        const angle = turn + step * 0.36,
          d = 8 + step * 1.3
        path += `${step ? 'L' : 'M'}${fixed(x + Math.cos(angle) * d)} ${fixed(y + Math.sin(angle) * d)}`
      }
      page.add(
        `<path d="${path}" fill="none" stroke="${deeper(colours[1], 0.16)}" stroke-width="3.6" stroke-linecap="round" opacity=".5"/>`,
      )
    }
    if (chips)
      for (let chip = 0; chip < 26; chip += 1) {
        const [cx, cy] = within(64)
        page.add(
          `<ellipse cx="${cx}" cy="${cy}" rx="${fixed(rng.in(4, 6.4))}" ry="${fixed(rng.in(2.2, 3.4))}" transform="rotate(${fixed(rng.in(0, 180))} ${cx} ${cy})" fill="${chip % 3 ? chips : deeper(chips, 0.25)}"/>`,
        )
      }
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

const BITES = { mochi, dumplings, nuggets, sticks, waffle, toast, rounds, wedge }
