/** Slices of fruit. */
import { deeper, fixed, paler } from './paper.mjs'

/** A piece of fruit seen through the glass: as its kind is cut, else a round of citrus or, without segments, of dragon fruit. */
export function slice(page, fruit, cx, cy, r, turn) {
  page.add(`<g transform="translate(${fixed(cx)} ${fixed(cy)}) rotate(${fixed(turn)})">`)
  if (fruit.cut) fruit.cut(page, r)
  else round(page, fruit, r)
  page.add('</g>')
}

/** What sits on the rim: a whole or halved fruit where its kind has one, else a slice. */
export const onRim = (page, fruit, cx, cy, r, turn) =>
  slice(page, fruit.rim ? { cut: fruit.rim } : fruit, cx, cy, r, turn)

function round(page, { rind, flesh, seeds }, r) {
  const parts = [`<circle r="${r}" fill="${rind}"/><circle r="${r * 0.88}" fill="${paler(flesh, 0.62)}"/>`]
  if (seeds) {
    parts.push(`<circle r="${r * 0.84}" fill="${flesh}"/>`)
    for (let index = 0; index < 22; index += 1) {
      const a = index * 2.4,
        d = r * 0.76 * Math.sqrt((index + 0.5) / 22)
      parts.push(
        `<ellipse cx="${fixed(Math.cos(a) * d)}" cy="${fixed(Math.sin(a) * d)}" rx="3.2" ry="2.2" fill="${seeds}"/>`,
      )
    }
  } else
    for (let index = 0; index < 8; index += 1)
      parts.push(
        `<path d="M0 ${-r * 0.1}L${fixed(r * 0.27)} ${fixed(-r * 0.7)}Q0 ${fixed(-r * 0.9)} ${fixed(-r * 0.27)} ${fixed(-r * 0.7)}Z" transform="rotate(${index * 45})" fill="${flesh}" stroke="${flesh}" stroke-width="3" stroke-linejoin="round"/>`,
      )
  page.add(...parts)
}

/** The shapes below are drawn on a fruit of radius 100. */
const scaled = (page, r, ...parts) => page.add(`<g transform="scale(${fixed(r) / 100})">`, ...parts, '</g>')

const HEART = 'M0 104C-52 78-96 8-82-44C-68-82-22-80 0-62C22-80 68-82 82-44C96 8 52 78 0 104Z'

const seed = (x, y, turn, fill) =>
  `<ellipse rx="4.5" ry="8" transform="translate(${x} ${y}) rotate(${turn})" fill="${fill}"/>`

/** A strawberry cut lengthwise: red at the edge, pale at the heart. */
function strawberry(page, r) {
  const seeds = [
    [-70, -34, 20],
    [-67, 2, 14],
    [-50, 36, 30],
    [-26, 66, 36],
    [70, -34, -20],
    [67, 2, -14],
    [50, 36, -30],
    [26, 66, -36],
  ].map(([x, y, turn]) => seed(x, y, turn, '#fbe3a0'))
  scaled(
    page,
    r,
    `<path d="${HEART}" fill="#d4263c"/><path d="${HEART}" transform="translate(0 2) scale(.84)" fill="${page.ball(['#ffd9d2', '#f78d8c', '#e84d58'], '.5 .44 .56')}"/>`,
    '<path d="M0 50C-24 26-32-8-22-30C-14-42-6-34 0-26C6-34 14-42 22-30C32-8 24 26 0 50Z" fill="#fff4ee"/><path d="M-30-20L-58-36M-32 4L-60 6M-20 30L-42 44M30-20L58-36M32 4L60 6M20 30L42 44" stroke="#fff0ea" stroke-width="5" stroke-linecap="round" opacity=".8"/>',
    ...seeds,
  )
}

function strawberryOnRim(page, r) {
  const seeds = []
  for (let row = 0; row < 5; row += 1)
    for (let at = -2; at <= 2; at += 1) {
      const [x, y] = [(at + (row % 2 ? 0.5 : 0)) * 32 * (1 - row * 0.12), -36 + row * 26]
      if (Math.abs(x) < 76 - row * 13) seeds.push(seed(fixed(x), y, -at * 8, '#fbe08a'))
    }
  scaled(
    page,
    r * 1.12,
    `<path d="${HEART}" fill="${page.ball(['#ff8a84', '#e63b4c', '#b01c34'], '.36 .3 .8')}"/>`,
    ...seeds,
    ...[-62, -30, 0, 30, 62].map(
      (turn) =>
        `<path transform="translate(0 -66) rotate(${turn + 180}) " d="M0-6C-22-14-20-46 0-64C20-46 22-14 0-6Z" fill="#5fa84a"/>`,
    ),
    '<path d="M0-66C2-84 8-94 16-102" fill="none" stroke="#4c8a3a" stroke-width="9" stroke-linecap="round"/>',
  )
}

/** Half a passion fruit: a purple shell, a white lining, and the pulp with its black seeds. */
function passion(page, r) {
  const seeds = Array.from({ length: 15 }, (_, at) => {
    const [turn, far] = [at * 2.4, 50 * Math.sqrt((at + 0.4) / 15)]
    return `<g transform="translate(${fixed(Math.cos(turn) * far)} ${fixed(Math.sin(turn) * far)}) rotate(${fixed(turn * 57 + 90)})"><ellipse rx="11" ry="15" fill="#f9c93c" stroke="#e39a1a" stroke-width="2"/><ellipse rx="6" ry="9.5" fill="#231812"/><ellipse cx="-2" cy="-3" rx="1.7" ry="2.6" fill="#ffffff" opacity=".8"/></g>`
  })
  scaled(
    page,
    r,
    `<circle r="100" fill="${page.ball(['#8a4a7a', '#5c2650', '#3d1636'])}"/><circle r="88" fill="#fbeee0"/><circle r="74" fill="#f3d6cf"/><circle r="69" fill="${page.ball(['#fbd65a', '#f2a722', '#d9831a'], '.42 .36 .75')}"/>`,
    ...seeds,
  )
}

/** A wedge of peach: a thick half-moon with its skin outside and the red of the stone inside. */
function peach(page, r) {
  scaled(
    page,
    r * 1.08,
    `<path d="M-98-34C-84 74 84 74 98-34C66-52 30-26 0-26C-30-26-66-52-98-34Z" fill="${page.linear(['#fff1d2', '#fdd9a2', '#f8b678'])}"/><path d="M-98-34C-84 74 84 74 98-34" fill="none" stroke="${page.linear(['#e8584f', '#f6a05c', '#e0504e'], '0 0 1 0')}" stroke-width="12" stroke-linecap="round"/><path d="M-66-38C-40-32-20-26 0-26C20-26 40-32 66-38" fill="none" stroke="#d8405a" stroke-width="15" stroke-linecap="round" opacity=".72"/><path d="M-46-22L-54 4M-18-16L-20 14M14-16L15 14M44-22L52 4" stroke="#e2606a" stroke-width="5" stroke-linecap="round" opacity=".45"/>`,
  )
}

/** Half a peach with the hollow of its stone. */
function peachOnRim(page, r) {
  const rays = Array.from(
    { length: 14 },
    (_, at) =>
      `<path d="M0-36V-54" transform="rotate(${fixed(at * 25.7)})" stroke="#dd4f5a" stroke-width="6" stroke-linecap="round" opacity=".5"/>`,
  )
  scaled(
    page,
    r * 1.06,
    `<path d="M0-92C30-112 100-86 100-4C100 62 50 100 0 104C-50 100-100 62-100-4C-100-86-30-112 0-92Z" fill="${page.linear(['#f6a35c', '#ee7a5c', '#d94a56'], '0 0 1 1')}"/><path d="M0-78C26-94 86-72 86-4C86 54 44 86 0 90C-44 86-86 54-86-4C-86-72-26-94 0-78Z" fill="${page.ball(['#fff4de', '#fcd9aa', '#f7b47e'], '.5 .46 .6')}"/>`,
    ...rays,
    `<ellipse rx="30" ry="37" fill="${page.ball(['#b0483f', '#8a2a32', '#c85a4a'], '.5 .5 .6')}"/><path d="M-10-20Q-14 0-8 20M8-22Q14 0 8 22" fill="none" stroke="#5f1a22" stroke-width="4" stroke-linecap="round" opacity=".6"/>`,
  )
}

/** Cubes of mango. */
function mango(page, r) {
  const cube = (x, y, turn) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M-44-30L0-48L44-30V26L0 46L-44 26Z" fill="#d97d12" stroke="#d97d12" stroke-width="9" stroke-linejoin="round"/><path d="M-44-30L0-48L44-30L0-10Z" fill="#ffe99a" stroke="#ffe99a" stroke-width="9" stroke-linejoin="round"/><path d="M-44-28L0-9V46L-44 26Z" fill="#ffc23e" stroke="#ffc23e" stroke-width="6" stroke-linejoin="round"/></g>`
  scaled(page, r * 0.94, cube(-46, 26, -14), cube(46, 34, 20), cube(4, -44, 6))
}

/** The cheek of a mango, scored in cubes and turned out. */
function mangoOnRim(page, r) {
  const shape = 'M-46 92C-98 60-84-46-26-96C24-128 84-70 76 2C68 76 4 122-46 92Z'
  const cube = page.linear(['#ffe07a', '#fdb92f', '#f3a01e'], '0 0 1 1')
  const cubes = []
  for (let row = -2; row <= 2; row += 1)
    for (let column = -2; column <= 2; column += 1)
      cubes.push(
        `<rect x="${column * 46 - 19}" y="${row * 46 - 19}" width="38" height="38" rx="8" fill="${cube}"/>`,
      )
  const clip = page.clip(`<path d="${shape}" transform="scale(.88)"/>`)
  scaled(
    page,
    r * 1.16,
    `<path d="${shape}" fill="${page.linear(['#8fae3c', '#f0a32c', '#e0503c'], '0 0 1 1')}"/><g clip-path="${clip}"><rect x="-120" y="-120" width="240" height="240" fill="#d9780f"/><g transform="translate(-4 -2) rotate(28)">`,
    ...cubes,
    '</g></g>',
  )
}

/** A peeled lychee: white, clear and wet. */
function lychee(page, r) {
  scaled(
    page,
    r * 0.9,
    `<circle r="98" fill="${page.ball(['#ffffff', '#fffafa', '#f0d3d6'], '.4 .34 .78')}" stroke="#e3a9b4" stroke-width="4" stroke-opacity=".8"/><path d="M14-94C-2-66-8-40-4-14" fill="none" stroke="#e3bcc2" stroke-width="5" stroke-linecap="round" opacity=".85"/><path d="M-74 40C-44 88 34 92 76 36" fill="none" stroke="#f2b9c2" stroke-width="13" stroke-linecap="round" opacity=".45"/><path d="M-68-26C-60-50-46-62-30-68" fill="none" stroke="#ffffff" stroke-width="15" stroke-linecap="round"/>`,
  )
}

/** A lychee half out of its bumpy shell. */
function lycheeOnRim(page, r) {
  const edge = 'M-110-6L-78-24L-52 2L-20-22L12 4L44-20L74 2L110-16V120H-110Z'
  const bumps = []
  for (let row = 0; row < 5; row += 1)
    for (let at = -3; at <= 3; at += 1)
      bumps.push(
        `<circle cx="${(at + (row % 2) / 2) * 32}" cy="${14 + row * 24}" r="12" fill="#ee8296"/><circle cx="${(at + (row % 2) / 2) * 32 - 3}" cy="${10 + row * 24}" r="4.5" fill="#f9b6c0"/>`,
      )
  const clip = page.clip('<circle r="100"/>')
  const shell = page.clip(`<path d="${edge}"/>`)
  scaled(
    page,
    r,
    `<circle r="97" fill="${page.ball(['#ffffff', '#fffafa', '#efd0d2'], '.4 .3 .8')}" stroke="#e8c2c6" stroke-width="3"/><g clip-path="${clip}"><g clip-path="${shell}"><rect x="-110" y="-30" width="220" height="150" fill="#cf4562"/>`,
    ...bumps,
    `</g><path d="${edge}" fill="none" stroke="#fbd9d6" stroke-width="7" stroke-linejoin="round"/></g><path d="M-64-40C-56-60-42-70-26-74" fill="none" stroke="#ffffff" stroke-width="12" stroke-linecap="round"/>`,
  )
}

/** A segment of pomelo out of its skin: a half-moon of pink sacs. */
export function pomelo(page, cx, cy, r, turn) {
  const shape = 'M-96-22C-60-46 60-46 96-22C92 66-92 66-96-22Z'
  const clip = page.clip(`<path d="${shape}" transform="scale(.93)"/>`)
  const sacs = []
  for (const [tier, far] of [52, 86, 122].entries())
    for (let at = -6; at <= 6; at += 1) {
      const lean = ((at + (tier % 2) / 2) * 13 * Math.PI) / 180
      sacs.push(
        `<ellipse rx="8.5" ry="25" transform="translate(${fixed(Math.sin(lean) * far * 1.1)} ${fixed(Math.cos(lean) * far - 74)}) rotate(${fixed((-lean * 180) / Math.PI)})" fill="${(at + tier) % 2 ? '#f79c86' : '#fbb9a0'}" stroke="#fde0cf" stroke-width="3"/>`,
      )
    }
  page.add(`<g transform="translate(${fixed(cx)} ${fixed(cy)}) rotate(${fixed(turn)})">`)
  scaled(
    page,
    r,
    `<path d="${shape}" fill="#fff1e2" stroke="${deeper('#fbd8c4', 0.1)}" stroke-width="3"/><g clip-path="${clip}"><rect x="-100" y="-50" width="200" height="120" fill="#f8a790"/>`,
    ...sacs,
    '</g>',
  )
  page.add('</g>')
}

/** Rind, flesh and, for those without segments, seeds; `cut` and `rim` for those with a shape of their own. */
export const FRUITS = {
  lemon: { rind: '#e8b91c', flesh: '#f7dd5c' },
  lime: { rind: '#5f9a2f', flesh: '#b7d865' },
  orange: { rind: '#e0761a', flesh: '#f6a53f' },
  grapefruit: { rind: '#e89a5a', flesh: '#ec6a64' },
  strawberry: { cut: strawberry, rim: strawberryOnRim },
  dragonfruit: { rind: '#c2286f', flesh: '#f4f1ec', seeds: '#2a2024' },
  passion: { cut: passion },
  mango: { cut: mango, rim: mangoOnRim },
  peach: { cut: peach, rim: peachOnRim },
  lychee: { cut: lychee, rim: lycheeOnRim },
  kiwi: { rind: '#7a6a34', flesh: '#8fbf3f', seeds: '#262a14' },
  grape: { rind: '#5a2a6a', flesh: '#8a4a9a', seeds: '#7a3c8c' },
  plum: { rind: '#6a1a3a', flesh: '#b03a58', seeds: '#a03252' },
}
