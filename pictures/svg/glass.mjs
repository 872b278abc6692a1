/** A tea in its glass, from the side: what is poured in layers, what swims in it, what lies on top. */
import { FRUITS, onRim, pomelo, slice } from './fruit.mjs'
import { beside, crownWith, floats, sago } from './garnish.mjs'
import { blend, deeper, fixed, paler } from './paper.mjs'

/** Shapes by name: half widths at the rim and at the foot, and the height; the foot stands at 0. */
const GLASSES = {
  tall: { rim: 118, foot: 88, height: 470, wall: 9 },
  short: { rim: 142, foot: 116, height: 320, wall: 10 },
  cup: { rim: 150, foot: 96, height: 240, wall: 12, handle: true },
}

const outline = ({ rim, foot, height }, inset = 0, from = 0) => {
  const at = (h) => foot + ((rim - foot) * h) / height - inset
  const low = from + inset
  return `M${fixed(-at(height))} ${-height}L${fixed(-at(low))} ${-low - 22}Q${fixed(-at(low))} ${-low} ${fixed(-at(low) + 24)} ${-low}H${fixed(at(low) - 24)}Q${fixed(at(low))} ${-low} ${fixed(at(low))} ${-low - 22}L${fixed(at(height))} ${-height}Z`
}

/** Draws a glass with its foot's middle at x, y. */
export function drawGlass(page, recipe, rng, { x, y, scale = 1 }) {
  const shape = GLASSES[recipe.glass ?? 'tall'],
    { height, wall } = shape,
    level = height * (recipe.level ?? 0.86)
  const inside = page.clip(`<path d="${outline(shape, wall)}"/>`)
  page.add(`<g transform="translate(${x} ${y}) scale(${scale})">`)
  page.add(
    `<ellipse cx="52" cy="6" rx="${shape.foot * 1.5}" ry="26" fill="${deeper(recipe.field ?? '#d8cfc8', 0.62)}" opacity=".38" filter="url(#blur)"/>`,
  )
  if (recipe.beside) beside(page, recipe.beside, rng)
  if (recipe.straw !== false && shape.height > 300) straw(page, recipe.straw ?? '#d9567c', height)
  if (shape.handle) handle(page, recipe.cup ?? '#ffffff', height)
  page.add(
    `<path d="${outline(shape)}" fill="${recipe.cup ?? '#ffffff'}" opacity="${recipe.cup ? 1 : 0.42}"/>`,
  )
  page.add(`<g clip-path="${inside}">`)
  if (recipe.cup)
    page.add(`<rect x="-170" y="${-height}" width="340" height="34" fill="${deeper(recipe.cup, 0.12)}"/>`)
  else fillGlass(page, recipe, rng, shape, level)
  page.add('</g>')
  if (recipe.cup) cupFront(page, recipe, shape)
  else shine(page, shape)
  crown(page, recipe, rng, shape, level)
  page.add('</g>')
}

function fillGlass(page, recipe, rng, shape, level) {
  const { rim, height } = shape
  const colours = recipe.tea.toReversed()
  page.add(
    `<rect x="${-rim}" y="${-level}" width="${rim * 2}" height="${level}" fill="${page.linear(colours.length > 1 ? colours : [colours[0], colours[0]])}"/>`,
  )
  page.add(
    `<rect x="${-rim}" y="${-level}" width="${rim * 0.9}" height="${level}" fill="${page.linear(
      [
        ['#ffffff', 0.2],
        ['#ffffff', 0],
      ],
      '0 0 1 0',
    )}"/>`,
  )
  if (recipe.swirl) swirl(page, recipe.swirl, rng, shape, level)
  if (recipe.fruit) slices(page, recipe.fruit, rng, shape, level)
  if (recipe.ice !== false) ice(page, rng, shape, level, recipe.tea.at(-1))
  if (recipe.specks) specks(page, recipe.specks, rng, shape, level)
  if (recipe.jelly) jelly(page, recipe.jelly, rng, shape)
  if (recipe.pearls) pearls(page, recipe.pearls, rng, shape, recipe.crystal)
  if (recipe.sago) sago(page, recipe.sago, rng, shape)
  if (recipe.pomelo) for (const [x, h, turn] of recipe.pomelo) pomelo(page, x, -level * h, 46, turn)
  if (recipe.bubbles) bubbles(page, rng, shape, level)
  const top = recipe.foam ? blend(recipe.foam, '#8a5a3a', 0.08) : paler(recipe.tea.at(-1), 0.35)
  page.add(`<ellipse cy="${-level}" rx="${rim}" ry="13" fill="${top}"/>`)
  if (recipe.foam) foam(page, recipe.foam, rng, shape, level)
  page.add(
    `<rect x="${-rim}" y="${-height}" width="${rim * 2}" height="${height}" fill="${page.linear(
      [
        ['#3a1a20', 0.16],
        ['#3a1a20', 0],
        ['#3a1a20', 0],
        ['#3a1a20', 0.18],
      ],
      '0 0 1 0',
    )}"/>`,
  )
}

function straw(page, colour, height) {
  page.add(
    `<g transform="translate(26 ${-height * 0.55}) rotate(11)"><rect x="-17" y="${-height * 0.72}" width="34" height="${height * 0.9}" rx="6" fill="${page.linear([paler(colour, 0.35), colour, deeper(colour, 0.2)], '0 0 1 0')}"/>`,
  )
  page.add(`<ellipse cx="0" cy="${-height * 0.72}" rx="17" ry="6" fill="${deeper(colour, 0.35)}"/></g>`)
}

/** Pearls of tapioca, or `crystal` ones, which are clear. */
function pearls(page, colour, rng, { foot, height, rim }, crystal) {
  const fill = crystal
    ? page.ball([
        ['#ffffff', 0.95],
        [colour, 0.72],
        [paler(colour, 0.5), 0.5],
      ])
    : page.ball([paler(colour, 0.42), colour, deeper(colour, 0.35)])
  const edge = crystal ? 'stroke="#ffffff" stroke-opacity=".8" stroke-width="2.5"' : ''
  const size = 19
  for (let row = 0; row < 4; row += 1) {
    const h = 28 + row * size * 1.62,
      half = foot + ((rim - foot) * h) / height - 14 - size * 0.7
    const count = Math.floor((half * 2) / (size * 2.02)) + 1 - (row > 2 ? 2 : 0)
    for (let index = 0; index < count; index += 1) {
      const cx = -half + (index + (row % 2) * 0.5) * size * 2.06 + rng.in(-2.5, 2.5)
      if (cx > half + 4) continue
      page.add(
        `<circle cx="${fixed(cx)}" cy="${fixed(-h + rng.in(-3, 3))}" r="${size}" fill="${fill}" ${edge}/>`,
      )
    }
  }
}

function jelly(page, colour, rng, { foot }) {
  for (let index = 0; index < 17; index += 1) {
    const row = Math.floor(index / 6)
    page.add(
      `<rect x="${fixed(-foot + 12 + (index % 6) * (foot * 0.3) + rng.in(-5, 5))}" y="${fixed(-62 - row * 40 + rng.in(-5, 5))}" width="38" height="34" rx="8" transform="rotate(${fixed(rng.in(-14, 14))} 0 ${-50 - row * 40})" fill="${colour}" fill-opacity=".72" stroke="${paler(colour, 0.55)}" stroke-opacity=".7" stroke-width="3"/>`,
    )
  }
}

function ice(page, rng, { rim }, level, tea) {
  const fill = page.linear(
    [
      ['#ffffff', 0.66],
      ['#ffffff', 0.16],
    ],
    '0 0 1 1',
  )
  for (let index = 0; index < 5; index += 1) {
    const cx = -rim * 0.62 + (index % 3) * rim * 0.62 + rng.in(-10, 10),
      cy = -level + 34 + Math.floor(index / 3) * 62 + rng.in(-8, 8)
    page.add(
      `<rect x="-29" y="-29" width="58" height="58" rx="13" transform="translate(${fixed(cx)} ${fixed(cy)}) rotate(${fixed(rng.in(-32, 32))})" fill="${fill}" stroke="${paler(tea, 0.75)}" stroke-opacity=".6" stroke-width="3"/>`,
    )
  }
}

function swirl(page, colour, rng, { rim }, level) {
  for (let index = 0; index < 6; index += 1) {
    const x = -rim * 0.9 + index * rim * 0.36 + rng.in(-8, 8),
      long = level * rng.in(0.4, 0.86)
    page.add(
      `<path d="M${fixed(x)} -20C${fixed(x + rng.in(-30, 30))} ${fixed(-long * 0.4)} ${fixed(x + rng.in(-26, 40))} ${fixed(-long * 0.7)} ${fixed(x + rng.in(-14, 22))} ${fixed(-long)}" fill="none" stroke="${colour}" stroke-width="${fixed(rng.in(16, 34))}" stroke-linecap="round" opacity=".55" filter="url(#haze)"/>`,
    )
  }
  page.add(
    `<rect x="${-rim}" y="-92" width="${rim * 2}" height="92" fill="${colour}" opacity=".5" filter="url(#haze)"/>`,
  )
}

function slices(page, names, rng, { rim, foot }, level) {
  for (const name of names) if (!FRUITS[name]) throw new Error(`unknown fruit: ${name}`)
  const half = (rim + foot) / 2 - 40
  for (let index = 0; index < 4; index += 1)
    slice(
      page,
      FRUITS[names[index % names.length]],
      -half * 0.8 + (index % 2) * half * 1.5 + rng.in(-12, 12),
      -level * 0.2 - index * level * 0.17,
      46,
      rng.in(0, 90),
    )
}

function specks(page, colour, rng, { rim }, level) {
  for (let index = 0; index < 46; index += 1)
    page.add(
      `<circle cx="${fixed(rng.in(-rim, rim))}" cy="${fixed(-rng.in(20, level - 14))}" r="${fixed(rng.in(1.5, 4))}" fill="${colour}" opacity=".7"/>`,
    )
}

function bubbles(page, rng, { rim }, level) {
  for (let index = 0; index < 40; index += 1)
    page.add(
      `<circle cx="${fixed(rng.in(-rim, rim))}" cy="${fixed(-rng.in(16, level - 10))}" r="${fixed(rng.in(2, 6))}" fill="#ffffff" opacity="${fixed(rng.in(0.3, 0.7))}"/>`,
    )
}

/** Cheese foam or whipped milk: thick, with a lip that runs down the glass. */
function foam(page, colour, rng, { rim, height }, level) {
  const bottom = -level + 44
  let path = `M${-rim - 6} ${-height * 0.97}V${bottom}`
  for (let index = 0; index < 5; index += 1) {
    const x = -rim + ((index + 1) * rim * 2) / 5
    path += `Q${fixed(x - rim * 0.2)} ${fixed(bottom + rng.in(6, 44))} ${fixed(x)} ${fixed(bottom + rng.in(-8, 8))}`
  }
  page.add(
    `<path d="${path}V${-height * 0.97}Z" fill="${page.linear([paler(colour, 0.5), colour, deeper(colour, 0.05)])}"/>`,
  )
}

function shine(page, shape) {
  const { rim, foot, height } = shape
  page.add(`<path d="${outline(shape)}" fill="none" stroke="#ffffff" stroke-opacity=".75" stroke-width="5"/>`)
  page.add(
    `<path d="M${-rim + 30} ${-height + 34}L${-foot + 26} -54" stroke="#ffffff" stroke-width="14" stroke-linecap="round" opacity=".5"/><path d="M${-rim + 54} ${-height + 40}L${-foot + 50} ${-height * 0.55}" stroke="#ffffff" stroke-width="6" stroke-linecap="round" opacity=".4"/>`,
  )
  page.add(
    `<path d="M${-foot + 20} -5H${foot - 20}" stroke="#ffffff" stroke-width="6" stroke-linecap="round" opacity=".6"/>`,
  )
}

function cupFront(page, { cup, tea, band }, { rim, foot, height }) {
  page.add(
    `<path d="${outline({ rim, foot, height })}" fill="${page.linear([paler(cup, 0.5), cup, deeper(cup, 0.16)], '0 0 1 0')}"/>`,
  )
  page.add(
    `<ellipse cy="${-height}" rx="${rim}" ry="30" fill="${deeper(cup, 0.06)}"/><ellipse cy="${-height + 3}" rx="${rim - 12}" ry="23" fill="${page.ball([paler(tea.at(-1), 0.3), tea.at(-1), tea[0]], '.4 .3 .9')}"/>`,
  )
  if (band)
    page.add(
      `<path d="M${fixed(-rim + 12)} ${-height * 0.66}H${fixed(rim - 12)}" stroke="${band}" stroke-width="12" opacity=".85"/>`,
    )
}

const handle = (page, cup, height) =>
  page.add(
    `<path d="M126 ${-height * 0.8}C220 ${-height * 0.86} 220 ${-height * 0.24} 108 ${-height * 0.26}" fill="none" stroke="${deeper(cup, 0.1)}" stroke-width="25" stroke-linecap="round"/>`,
  )

/** What lies on top: leaves, powder, a slice on the rim, a scoop, steam. */
function crown(page, recipe, rng, { rim, height }, level) {
  const top = recipe.foam ? -height * 0.97 : -level
  if (recipe.foam)
    page.add(`<ellipse cy="${top}" rx="${rim - 6}" ry="17" fill="${paler(recipe.foam, 0.45)}"/>`)
  if (recipe.dust)
    for (let index = 0; index < 60; index += 1)
      page.add(
        `<circle cx="${fixed(rng.bell() * rim * 0.42)}" cy="${fixed(top + rng.bell() * 7)}" r="${fixed(rng.in(1.4, 3.4))}" fill="${recipe.dust}"/>`,
      )
  if (recipe.scoop)
    page.add(
      `<circle cx="-14" cy="${top - 34}" r="64" fill="${page.ball([paler(recipe.scoop, 0.55), recipe.scoop, deeper(recipe.scoop, 0.16)])}"/><ellipse cx="-14" cy="${top + 10}" rx="78" ry="15" fill="${recipe.scoop}"/>`,
    )
  if (recipe.rim) onRim(page, FRUITS[recipe.rim], rim - 8, -height - 10, 54, 20)
  if (recipe.crown) crownWith(page, recipe.crown, rng, top)
  if (recipe.floats) floats(page, recipe.floats, rng, -height + 3)
  if (recipe.mint)
    for (const [turn, size] of [
      [-58, 0.8],
      [-14, 1],
      [34, 0.86],
    ])
      page.add(
        `<path transform="translate(-44 ${top + 4}) rotate(${turn}) scale(${size})" d="M0 0C-30-20-34-62 0-94C34-62 30-20 0 0Z" fill="${page.linear(['#7cc06a', '#3c8a46'])}"/><path transform="translate(-44 ${top + 4}) rotate(${turn}) scale(${size})" d="M0 -6V-78" stroke="#d3eebf" stroke-width="3" stroke-linecap="round"/>`,
      )
  if (recipe.flowers)
    for (let index = 0; index < 7; index += 1)
      flower(page, recipe.flowers, rng.bell() * rim * 0.5, top + rng.bell() * 9, rng.in(11, 17), rng)
  if (recipe.steam)
    for (const x of [-44, 4, 50])
      page.add(
        `<path d="M${x} ${top - 34}C${x - 30} ${top - 74} ${x + 34} ${top - 104} ${x} ${top - 152}" fill="none" stroke="#ffffff" stroke-width="13" stroke-linecap="round" opacity=".62" filter="url(#haze)"/>`,
      )
}

function flower(page, colour, cx, cy, r, rng) {
  const turn = rng.in(0, 72)
  for (let index = 0; index < 5; index += 1)
    page.add(
      `<ellipse cx="0" cy="${-r * 0.7}" rx="${fixed(r * 0.42)}" ry="${fixed(r * 0.7)}" transform="translate(${fixed(cx)} ${fixed(cy)}) rotate(${fixed(turn + index * 72)})" fill="${colour}"/>`,
    )
  page.add(`<circle cx="${fixed(cx)}" cy="${fixed(cy)}" r="${fixed(r * 0.3)}" fill="#f2c14e"/>`)
}
