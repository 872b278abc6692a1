/** What floats on a drink, crowns it, or lies beside its cup. */
import { pomelo } from './fruit.mjs'
import { deeper, fixed, paler } from './paper.mjs'

const at = (x, y, turn, body, size = 1) =>
  `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(turn)}) scale(${size})">${body}</g>`

/** A dried red date, wrinkled. */
const date = (page) =>
  `<ellipse rx="44" ry="31" fill="${page.ball(['#d0604a', '#97291f', '#5f1416'], '.38 .3 .8')}"/><path d="M-32-6Q-16-20 2-14T34-10M-36 8Q-14-2 6 4T38 6M-24 20Q-4 12 26 18" fill="none" stroke="#4f0f12" stroke-width="3.4" stroke-linecap="round" opacity=".6"/><path d="M-26-16Q-14-24 0-23" fill="none" stroke="#ffc9b0" stroke-width="4.5" stroke-linecap="round" opacity=".7"/>`
/** A date cut across: dark skin, tawny flesh, its stone. */
const dateRound = () =>
  '<ellipse rx="22" ry="11" fill="#7d1f1a"/><ellipse rx="18" ry="8.4" fill="#d98a4e"/><ellipse rx="7" ry="3.6" fill="#6a3a1e"/>'
/** A longan, dried: amber flesh around the dark seed; and one still in its shell. */
const longan = (page) =>
  `<circle r="30" fill="${page.ball(['#f0c888', '#c98a44', '#8a5422'], '.36 .3 .8')}"/><circle cx="5" cy="6" r="14" fill="#3a1d10" opacity=".5"/><path d="M-18-10Q-13-20-3-22" fill="none" stroke="#fff3dc" stroke-width="5" stroke-linecap="round" opacity=".8"/>`
const shell = (page) =>
  `<circle r="32" fill="${page.ball(['#e6c08a', '#b98a54', '#80552c'])}"/><path d="M-16-14h4M0-20h4M14-8h4M-22 4h4M-4-2h4M10 12h4M-12 18h4" stroke="#7a5028" stroke-width="4" stroke-linecap="round" opacity=".7"/>`
const ginger = (page) =>
  `<path d="M-38 4C-42-18-18-28 2-26C26-28 42-12 38 6C32 24-28 26-38 4Z" fill="#b98a4a"/><path d="M-32 3C-35-14-16-22 2-20C22-22 35-10 32 5C26 18-24 20-32 3Z" fill="${page.ball(['#fff2bc', '#f4d67c', '#e2b850'], '.5 .45 .6')}"/><path d="M-20 2Q0-8 20 4" fill="none" stroke="#d0a23e" stroke-width="2.5" opacity=".7"/>`

/** A grain of rice that popped, and one that only browned. */
const popped = (page) =>
  `<path d="M-12 4C-20-4-12-14-4-10C-4-20 12-20 11-9C21-8 20 6 11 7C8 15-6 15-12 4Z" fill="${page.ball(['#ffffff', '#fbf1d8', '#dcc08a'], '.4 .32 .8')}" stroke="#d3ab68" stroke-width="1.6"/><path d="M-4-3Q2-6 6 0" fill="none" stroke="#c79a54" stroke-width="2" stroke-linecap="round" opacity=".7"/>`
const toasted = () =>
  '<ellipse rx="10" ry="5" fill="#b9782c"/><ellipse cx="-2" cy="-1.4" rx="6" ry="2" fill="#e2ae62"/>'

const FLOATS = {
  jujube: (page) => [
    [-70, 2, -8, dateRound()],
    [-28, 11, 5, dateRound()],
    [64, 6, 10, dateRound()],
    [18, -6, 0, `<g transform="scale(.8 .42)">${longan(page)}</g>`],
    [-28, -10, 0, `<g transform="scale(.62 .3)">${ginger(page)}</g>`],
  ],
  rice: (page, rng) =>
    Array.from({ length: 40 }, (_, grain) => {
      const [turn, far] = [grain * 2.4, Math.sqrt((grain + 0.5) / 40)]
      return [
        Math.cos(turn) * far * 112,
        Math.sin(turn) * far * 12 - 1,
        rng.in(0, 180),
        `<g transform="scale(.62)">${grain % 5 ? toasted() : popped(page)}</g>`,
      ]
    }),
}

/** Pieces on the tea of a cup whose rim is at `top`. */
export function floats(page, kind, rng, top) {
  for (const [x, y, turn, body] of FLOATS[kind](page, rng)) page.add(at(x, top + y, turn, body))
}

const BESIDE = {
  jujube: (page) => [
    [-256, -24, -8, shell(page)],
    [-196, -30, -20, date(page)],
    [-150, -2, 10, date(page)],
    [-226, 12, -6, longan(page)],
    [216, -6, 8, ginger(page)],
    [166, 12, -12, date(page)],
  ],
  rice: (page, rng) =>
    Array.from({ length: 58 }, (_, grain) => {
      const pile = grain < 44
      const low = pile ? Math.floor(grain / 10) : 0
      return [
        pile ? -252 + (grain % 10) * 14 + low * 8 + rng.in(-6, 6) : rng.in(128, 226),
        pile ? 18 - low * 9 + rng.in(-4, 4) : rng.in(4, 20),
        rng.in(0, 180),
        grain % 6 === 1 ? `<g transform="scale(.72)">${popped(page)}</g>` : toasted(),
      ]
    }).filter(([x], grain) => grain >= 44 || x < -104),
}

/** What lies on the table by the cup. */
export function beside(page, kind, rng) {
  const pieces = BESIDE[kind](page, rng)
  for (const [x, y] of pieces)
    page.add(
      `<ellipse cx="${fixed(x + 8)}" cy="${fixed(y + 18)}" rx="26" ry="8" fill="#3a2018" opacity="${pieces.length > 9 ? 0.05 : 0.14}" filter="url(#haze)"/>`,
    )
  for (const [x, y, turn, body] of pieces) page.add(at(x, y, turn, body))
}

const CROWNS = {
  /** Curls of coconut, browned at the edges. */
  coconut: (page, rng, top) => {
    for (let flake = 0; flake < 30; flake += 1) {
      const [u, v] = flake < 18 ? [rng.in(-52, 40), rng.in(-96, -22)] : [rng.in(-92, 76), rng.in(2, 18)]
      const long = rng.in(15, 25)
      page.add(
        at(
          u - 10,
          top + v,
          rng.in(-80, 80),
          `<path d="M${fixed(-long)} 9Q0 ${fixed(-long * 0.75)} ${fixed(long)} 7L${fixed(long * 0.86)} 15Q0 ${fixed(-long * 0.2)} ${fixed(-long * 0.86)} 16Z" fill="${page.linear(['#fffaf0', '#f7e3bf'])}" stroke="#e0bd88" stroke-width="1.6" stroke-linejoin="round"/><path d="M${fixed(-long)} 9Q0 ${fixed(-long * 0.75)} ${fixed(long)} 7" fill="none" stroke="${flake % 3 ? '#c98a44' : '#a86a2e'}" stroke-width="3.4" stroke-linecap="round"/>`,
        ),
      )
    }
  },
  /** Cubes of mango and a segment of pomelo. */
  pomelo: (page, rng, top) => {
    pomelo(page, 34, top - 38, 58, 24)
    pomelo(page, -58, top - 24, 52, -34)
    for (const [x, y, turn] of [
      [-4, -22, 10],
      [-26, 2, -16],
      [34, 6, 24],
      [-82, 8, 8],
    ])
      page.add(
        at(
          x,
          top + y,
          turn,
          '<rect x="-17" y="-13" width="34" height="32" rx="6" fill="#d97d12"/><rect x="-17" y="-17" width="34" height="30" rx="6" fill="#ffc94a"/><path d="M-10-11H6" stroke="#fff1b8" stroke-width="4" stroke-linecap="round"/>',
        ),
      )
  },
  /** One petal of a rose, with frost on it. */
  petal: (page, rng, top) => {
    page.add(
      at(
        -26,
        top - 14,
        -24,
        `<path d="M0 34C-30 24-62-8-58-44C-52-72-18-73 0-64C18-73 52-72 58-44C62-8 30 24 0 34Z" fill="${page.ball(['#ffe3e8', '#f6a7b8', '#e0668a'], '.5 .9 .95')}"/><path d="M-48-50C-32-61-12-60 0-54C12-60 32-61 48-50" fill="none" stroke="#ffdfe6" stroke-width="6" stroke-linecap="round" opacity=".85"/><path d="M0 26C-8 4-22-14-34-26M0 26C0 2 0-14 0-30M0 26C8 4 22-14 34-26" fill="none" stroke="#d9668a" stroke-width="2.4" stroke-linecap="round" opacity=".4"/>`,
      ),
    )
    for (let grain = 0; grain < 34; grain += 1)
      page.add(
        `<circle cx="${fixed(-22 + rng.bell() * 34)}" cy="${fixed(top - 34 + rng.bell() * 26)}" r="${fixed(rng.in(1.2, 2.8))}" fill="#ffffff" opacity=".9"/>`,
      )
  },
  /** Freeze-dried strawberries, broken, and their dust. */
  berries: (page, rng, top) => {
    for (let crumb = 0; crumb < 15; crumb += 1) {
      const r = crumb < 6 ? rng.in(12, 18) : rng.in(5, 9)
      page.add(
        at(
          rng.in(-74, 74),
          top + rng.in(-12, 7),
          rng.in(0, 360),
          `<path d="M${fixed(-r)} ${fixed(r * 0.5)}L${fixed(-r * 0.5)} ${fixed(-r * 0.8)}L${fixed(r * 0.7)} ${fixed(-r * 0.6)}L${fixed(r)} ${fixed(r * 0.6)}Z" fill="${page.linear(['#f7a0a0', crumb % 2 ? '#d9344a' : '#e65a68'])}" stroke="#b8203a" stroke-width="2.4" stroke-linejoin="round"/>`,
        ),
      )
    }
  },
}

/** What crowns a drink whose surface is at `top`. */
export const crownWith = (page, kind, rng, top) => CROWNS[kind](page, rng, top)

/** Sago at the foot of a glass: many small grains, clear, each with a white heart. */
export function sago(page, colour, rng, { foot }) {
  for (let grain = 0; grain < 120; grain += 1) {
    const [x, y] = [rng.in(-foot, foot), -20 - 96 * rng.next() ** 1.3]
    page.add(
      `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="9" fill="${colour}" fill-opacity=".72" stroke="${deeper(colour, 0.16)}" stroke-width="1.6" stroke-opacity=".6"/><circle cx="${fixed(x - 2)}" cy="${fixed(y - 2)}" r="3.4" fill="${paler(colour, 0.9)}"/>`,
    )
  }
}
