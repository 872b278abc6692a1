/** Cut-paper drawings as SVG: a thing on a field of colour, light from the upper left, one soft shadow (docs/design/look.md, Pearl Tea Bar). */

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
/** Two `#rrggbb` colours mixed; `share` is how much of the second. */
export const blend = (one, other, share) =>
  `#${channels(one)
    .map((value, index) =>
      Math.round(value + (channels(other)[index] - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
export const paler = (colour, share = 0.3) => blend(colour, '#ffffff', share)
export const deeper = (colour, share = 0.25) => blend(colour, '#2a1420', share)

export const fixed = (value) => Number(value.toFixed(1))

/** A drawing in progress: what is defined once (gradients, cut-outs), and what is drawn, in order. */
export function sheet() {
  const defs = [],
    body = []
  let count = 0
  const define = (make) => {
    const id = `d${(count += 1)}`
    defs.push(make(id))
    return `url(#${id})`
  }
  return {
    body,
    add: (...parts) => void body.push(...parts),
    /** A gradient from the top to the bottom, or as `at` says (x1 y1 x2 y2). */
    linear: (stops, at = '0 0 0 1') => {
      const [x1, y1, x2, y2] = at.split(' ')
      return define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${marks(stops)}</linearGradient>`,
      )
    },
    /** A ball's light: bright at the upper left. */
    ball: (stops, focus = '.36 .32 .75') => {
      const [cx, cy, r] = focus.split(' ')
      return define(
        (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${marks(stops)}</radialGradient>`,
      )
    },
    clip: (shape) => define((id) => `<clipPath id="${id}">${shape}</clipPath>`),
    defs: () => defs.join(''),
  }
}

const marks = (stops) =>
  stops
    .map((stop, index) => {
      const [colour, opacity = 1] = Array.isArray(stop) ? stop : [stop]
      return `<stop offset="${fixed((index / (stops.length - 1)) * 100)}%" stop-color="${colour}" stop-opacity="${opacity}"/>`
    })
    .join('')

/** The field that everything stands on: one colour, a paler disc, and a table's edge where `ground` is set. */
export function field(page, { width, height }, { field: colour = '#e6efe9', disc = true, ground = true }) {
  page.add(
    `<rect width="${width}" height="${height}" fill="${page.ball([paler(colour, 0.34), colour, deeper(colour, 0.05)], '.4 .34 .9')}"/>`,
  )
  if (disc)
    page.add(
      `<circle cx="${width * 0.5}" cy="${height * 0.47}" r="${height * 0.39}" fill="${paler(colour, 0.5)}" opacity=".6"/>`,
    )
  if (ground)
    page.add(
      `<rect y="${height * 0.84}" width="${width}" height="${height * 0.16}" fill="${deeper(colour, 0.1)}" opacity=".35"/>`,
    )
}

/** The drawing as a whole. `blur` and `haze` are the two softnesses that shadows and swirls use. */
export const svgOf = (page, { width, height }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>` +
  `<filter id="blur" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="14"/></filter>` +
  `<filter id="haze" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="6"/></filter>` +
  `${page.defs()}</defs>${page.body.join('')}</svg>`
