/** A restaurant's front as cut paper: wall, sign, awning, window, door, pavement. No word is on it: its name stands beside the picture. */
import { deeper, fixed, paler } from './paper.mjs'

const rect = (x, y, width, height, fill, more = '') =>
  `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" fill="${fill}" ${more}/>`
const shade = (x, y, width, height, opacity = 0.28) =>
  rect(x, y, width, height, '#1c1014', `opacity="${opacity}" filter="url(#blur)"`)

/** Bricks, tiles or boards, as the recipe says; each a shade of its own. */
function wall(page, { wall: colour, course = 'brick' }, rng, { width, height }) {
  page.add(rect(0, 0, width, height, colour))
  const [high, wide] = course === 'board' ? [height, 46] : course === 'tile' ? [34, 34] : [26, 78]
  for (let row = 0, y = 0; y < height; row += 1, y += high)
    for (let x = course === 'brick' && row % 2 ? -wide / 2 : 0; x < width; x += wide) {
      const light = rng.in(0, 1) * 0.1
      page.add(
        rect(
          x + 1.5,
          y + 1.5,
          wide - 3,
          high - 3,
          row % 3 ? paler(colour, light) : deeper(colour, light),
          'rx="2"',
        ),
      )
    }
}

function window_(page, { frame, glow }, { x, y, w, h, panes }) {
  page.add(shade(x - 6, y + 6, w + 22, h + 18))
  page.add(rect(x - 14, y - 14, w + 28, h + 28, frame, 'rx="4"'))
  page.add(rect(x, y, w, h, page.linear([deeper(glow, 0.3), glow, paler(glow, 0.4)])))
  // What stands inside, against the light: lamps, and tables with chairs.
  for (let at = 0.5; at < panes; at += 1) {
    const lamp = x + (w * at) / panes
    page.add(
      `<path d="M${fixed(lamp)} ${y}v${fixed(h * 0.22)}" stroke="${deeper(frame, 0.2)}" stroke-width="4"/>`,
    )
    page.add(
      `<path d="M${fixed(lamp - 34)} ${fixed(y + h * 0.34)}q34 -${fixed(h * 0.2)} 68 0z" fill="${deeper(frame, 0.1)}"/>`,
    )
    page.add(`<circle cx="${fixed(lamp)}" cy="${fixed(y + h * 0.36)}" r="12" fill="${paler(glow, 0.85)}"/>`)
    page.add(rect(lamp - 52, y + h * 0.74, 104, 8, deeper(glow, 0.62), 'opacity=".7"'))
    page.add(rect(lamp - 4, y + h * 0.74, 8, h * 0.26, deeper(glow, 0.62), 'opacity=".7"'))
  }
  for (let pane = 1; pane < panes; pane += 1) page.add(rect(x + (w * pane) / panes - 5, y, 10, h, frame))
  page.add(rect(x, y + h * 0.2, w, 8, frame))
  page.add(
    `<path d="M${x} ${y}h${fixed(w * 0.3)}l-${fixed(w * 0.18)} ${h}h-${fixed(w * 0.12)}z" fill="#fff" opacity=".1"/>`,
  )
  page.add(rect(x - 26, y + h + 10, w + 52, 18, paler(frame, 0.18), 'rx="3"'))
}

function door(page, { frame, glow, door: colour = frame }, { x, y, w, h }) {
  page.add(shade(x - 4, y, w + 20, h))
  page.add(rect(x - 12, y - 12, w + 24, h + 12, deeper(colour, 0.25), 'rx="4"'))
  page.add(rect(x, y, w, h, colour))
  page.add(rect(x + w * 0.16, y + h * 0.08, w * 0.68, h * 0.56, page.linear([glow, paler(glow, 0.45)])))
  page.add(rect(x + w * 0.16, y + h * 0.7, w * 0.68, h * 0.2, deeper(colour, 0.16), 'rx="3"'))
  page.add(
    `<path d="M${fixed(x + w * 0.86)} ${fixed(y + h * 0.46)}v${fixed(h * 0.16)}" stroke="#d8b46a" stroke-width="8" stroke-linecap="round"/>`,
  )
}

/** Stripes that hang from the wall and end in round scallops, with their shadow below. */
function awning(page, [one, other], { x, y, w, h, count }) {
  const each = w / count
  page.add(shade(x, y + h, w, 44, 0.35))
  for (let at = 0; at < count; at += 1) {
    const [left, fill] = [x + at * each, at % 2 ? other : one]
    page.add(
      `<path d="M${fixed(x + 26 + (at * (w - 52)) / count)} ${y}h${fixed((w - 52) / count)}L${fixed(left + each)} ${fixed(y + h)}a${fixed(each / 2)} ${fixed(each / 2)} 0 0 1 -${fixed(each)} 0z" fill="${page.linear([deeper(fill, 0.12), fill, paler(fill, 0.14)])}"/>`,
    )
  }
}

function plant(page, { x, y, s, leaf = '#4c7a4f', pot = '#8a4a32' }, rng) {
  page.add(
    `<ellipse cx="${fixed(x + 10)}" cy="${y}" rx="${fixed(s * 0.7)}" ry="10" fill="#1c1014" opacity=".25"/>`,
  )
  for (let at = 0; at < 26; at += 1) {
    const [turn, far] = [rng.in(0, 1) * Math.PI * 2, Math.sqrt(rng.in(0, 1)) * s * 0.72]
    page.add(
      `<ellipse cx="${fixed(x + Math.cos(turn) * far)}" cy="${fixed(y - s * 1.5 + Math.sin(turn) * far)}" rx="${fixed(s * 0.26)}" ry="${fixed(s * 0.14)}" transform="rotate(${fixed(turn * 57)} ${fixed(x + Math.cos(turn) * far)} ${fixed(y - s * 1.5 + Math.sin(turn) * far)})" fill="${rng.in(0, 1) > 0.5 ? paler(leaf, rng.in(0, 1) * 0.25) : deeper(leaf, rng.in(0, 1) * 0.25)}"/>`,
    )
  }
  page.add(
    `<path d="M${fixed(x - s * 0.5)} ${fixed(y - s)}h${fixed(s)}l-${fixed(s * 0.14)} ${fixed(s)}h-${fixed(s * 0.72)}z" fill="${page.linear([paler(pot, 0.15), deeper(pot, 0.2)], '0 0 1 0')}"/>`,
  )
}

/** The front in a picture of 16 to 9. */
export function drawFront(page, recipe, rng, { width, height }) {
  const ground = height * 0.87
  const unit = width / 1280
  const at = (value) => value * unit
  wall(page, recipe, rng, { width, height })
  page.add(
    rect(
      0,
      0,
      width,
      height,
      page.linear(
        [
          ['#ffffff', 0.12],
          ['#1c1014', 0.22],
        ],
        '0 0 1 1',
      ),
    ),
  )
  page.add(rect(0, ground, width, height - ground, page.linear(['#b9b0a6', '#8f877f'])))
  page.add(rect(0, ground, width, 10, '#6f6861'))
  window_(page, recipe, { x: at(150), y: at(235), w: at(610), h: at(310), panes: 3 })
  door(page, recipe, { x: at(880), y: at(225), w: at(210), h: ground - at(225) })
  page.add(shade(at(90), at(126), at(1100), at(24)))
  page.add(
    rect(
      at(90),
      at(56),
      at(1100),
      at(76),
      page.linear([paler(recipe.sign, 0.12), deeper(recipe.sign, 0.1)]),
      'rx="5"',
    ),
  )
  for (const lamp of [250, 640, 1030]) {
    page.add(
      `<ellipse cx="${at(lamp)}" cy="${at(96)}" rx="${at(150)}" ry="${at(46)}" fill="${paler(recipe.glow, 0.6)}" opacity=".2" filter="url(#blur)"/>`,
    )
    page.add(
      `<path d="M${at(lamp)} ${at(34)}v${at(20)}" stroke="#2a2320" stroke-width="${at(6)}"/><path d="M${at(lamp - 20)} ${at(62)}q${at(20)} -${at(28)} ${at(40)} 0z" fill="#2a2320"/>`,
    )
  }
  if (recipe.awning) awning(page, recipe.awning, { x: at(110), y: at(150), w: at(690), h: at(92), count: 13 })
  plant(page, { ...recipe.plants, x: at(815), y: ground + at(16), s: at(62) }, rng)
  plant(page, { ...recipe.plants, x: at(1170), y: ground + at(16), s: at(62) }, rng)
}
