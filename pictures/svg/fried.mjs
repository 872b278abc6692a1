/** What comes out of the fryer beside a tea: chicken in its craggy crust with basil, and sweet potato with plum powder. */
import { blend, deeper, fixed, paler } from './paper.mjs'

const TAU = Math.PI * 2

/** A closed outline through points, round or broken as the points are. */
function closed(points) {
  const middle = ([x, y], [u, v]) => `${fixed((x + u) / 2)} ${fixed((y + v) / 2)}`
  return points
    .map((point, at) => {
      const next = points[(at + 1) % points.length]
      return `${at ? '' : `M${middle(points.at(-1), point)}`}Q${fixed(point[0])} ${fixed(point[1])} ${middle(point, next)}`
    })
    .join('')
}

const around = (rng, r, uneven, count, long = 1) =>
  Array.from({ length: count }, (_, at) => {
    const turn = (at / count) * TAU,
      far = r * rng.in(1 - uneven, 1 + uneven)
    return [Math.cos(turn) * far * long, (Math.sin(turn) * far) / long]
  })

/** One bite: lumps of crust grown together, each with its own light, dark in the cracks, crumbs on top. */
function bite(page, [gold, brown], rng, r) {
  const long = rng.in(1, 1.22),
    shape = closed(around(rng, r, 0.24, 12, long)),
    clip = page.clip(`<path d="${shape}"/>`),
    dark = deeper(brown, 0.35)
  page.add(
    `<path d="${shape}" transform="translate(8 13)" fill="#3a1c0c" opacity=".55" filter="url(#haze)"/><path d="${shape}" transform="translate(1.5 6)" fill="${deeper(brown, 0.45)}" stroke="${deeper(brown, 0.45)}" stroke-width="3"/><path d="${shape}" fill="${page.ball([paler(gold, 0.22), gold, brown], '.38 .34 .72')}"/><g clip-path="${clip}">`,
  )
  for (let lump = 0; lump < 15; lump += 1) {
    const turn = lump * 2.4,
      far = r * Math.sqrt((lump + 0.5) / 15) * 0.95,
      size = r * rng.in(0.2, 0.34),
      path = closed(around(rng, size, 0.22, 8)),
      tone = blend(gold, brown, rng.in(0, 0.55))
    page.add(
      `<g transform="translate(${fixed(Math.cos(turn) * far * long)} ${fixed((Math.sin(turn) * far) / long)})"><path d="${path}" transform="translate(2 3)" fill="${dark}" opacity=".34"/><path d="${path}" fill="${page.ball([paler(tone, 0.36), tone, deeper(tone, 0.06)])}"/></g>`,
    )
  }
  page.add(
    `<path d="${shape}" transform="translate(-3 -6)" fill="none" stroke="${deeper(brown, 0.4)}" stroke-width="15" opacity=".3" filter="url(#haze)"/><ellipse cx="${fixed(-r * 0.3)}" cy="${fixed(-r * 0.36)}" rx="${fixed(r * 0.5)}" ry="${fixed(r * 0.36)}" fill="${paler(gold, 0.6)}" opacity=".3" filter="url(#haze)"/>`,
  )
  for (let crumb = 0; crumb < 12; crumb += 1) {
    const turn = rng.angle(),
      far = r * Math.sqrt(rng.next()) * 0.9,
      size = rng.in(1.6, 3.6)
    page.add(
      `<circle cx="${fixed(Math.cos(turn) * far)}" cy="${fixed(Math.sin(turn) * far)}" r="${fixed(size)}" fill="${crumb % 3 ? paler(gold, 0.6) : deeper(brown, 0.5)}" opacity="${crumb % 3 ? 0.85 : 0.6}"/>`,
    )
  }
  page.add('</g>')
}

/** A basil leaf out of the oil: glassy, curled, its rib pale. */
function crispLeaf(page, colour, rng) {
  const long = rng.in(58, 74),
    wide = rng.in(17, 23),
    curl = rng.in(-12, 12),
    blade = `M0 0C${-wide} ${-long * 0.18} ${-wide * 1.1 + curl} ${-long * 0.66} ${curl} ${-long}C${wide * 1.1 + curl} ${-long * 0.66} ${wide} ${-long * 0.18} 0 0Z`
  page.add(
    `<path d="${blade}" transform="translate(5 8)" fill="#2a1a10" opacity=".34" filter="url(#haze)"/><path d="${blade}" fill="${page.linear([paler(colour, 0.28), colour, deeper(colour, 0.4)], '0 0 1 1')}" stroke="${deeper(colour, 0.45)}" stroke-width="1.6"/><path d="M0 0Q${fixed(curl * 0.2)} ${fixed(-long * 0.5)} ${fixed(curl)} ${fixed(-long * 0.94)}" fill="none" stroke="${paler(colour, 0.5)}" stroke-width="2.4" opacity=".75"/>`,
  )
  for (const at of [0.25, 0.42, 0.6])
    for (const side of [-1, 1])
      page.add(
        `<path d="M${fixed(curl * at * 0.7)} ${fixed(-long * at)}q${fixed(side * wide * 0.35)} -4 ${fixed(side * wide * 0.55)} ${fixed(-long * 0.13)}" fill="none" stroke="${paler(colour, 0.35)}" stroke-width="1.4" opacity=".6"/>`,
      )
  page.add(
    `<path d="M${fixed(-wide * 0.45 + curl * 0.4)} ${fixed(-long * 0.32)}Q${fixed(-wide * 0.6 + curl * 0.6)} ${fixed(-long * 0.56)} ${fixed(curl - wide * 0.2)} ${fixed(-long * 0.78)}" fill="none" stroke="#ffffff" stroke-width="2.6" stroke-linecap="round" opacity=".55"/>`,
  )
}

const put = (page, x, y, turn, draw) => {
  page.add(`<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(turn)})">`)
  draw()
  page.add('</g>')
}

/** A heap of bites, the upper ones last; fried basil between them, five-spice salt over all. */
export function nuggets(page, { colours, leaves }, rng) {
  const heap = [
    [14, 128],
    [9, 80],
    [4, 32],
  ]
  for (const [count, far] of heap) {
    const first = rng.angle()
    for (let at = 0; at < count; at += 1) {
      const turn = first + (at / count) * TAU,
        out = far * rng.in(0.9, 1.08)
      put(page, Math.cos(turn) * out, Math.sin(turn) * out - (122 - far) * 0.08, rng.in(-24, 24), () =>
        bite(page, colours, rng, rng.in(27, 37)),
      )
    }
    if (leaves)
      for (let at = 0; at < (far > 100 ? 3 : 2); at += 1) {
        const turn = first + rng.in(0.2, 0.9) + at * (far > 100 ? 2.1 : 2.9)
        put(page, Math.cos(turn) * far * 0.86, Math.sin(turn) * far * 0.86 + 16, rng.in(-80, 80), () =>
          crispLeaf(page, leaves, rng),
        )
      }
  }
  for (let grain = 0; grain < 90; grain += 1) {
    const turn = rng.angle(),
      far = 152 * Math.sqrt(rng.next())
    page.add(
      `<circle cx="${fixed(Math.cos(turn) * far)}" cy="${fixed(Math.sin(turn) * far)}" r="${fixed(rng.in(1, 2.2))}" fill="${grain % 3 ? '#7a3a18' : '#ffffff'}" opacity=".8"/>`,
    )
  }
}

/** One fry: cut square, its upper and near face seen, ends browned, blistered along its edges. */
function fry(page, [orange, brown], rng) {
  const long = rng.in(140, 200),
    bow = rng.in(-9, 9),
    high = rng.in(13, 16),
    side = 8,
    a = -long / 2,
    b = long / 2,
    top = `M${fixed(a)} ${-high / 2}Q0 ${fixed(-high / 2 + bow)} ${fixed(b)} ${-high / 2}L${fixed(b + 3)} ${high / 2}Q0 ${fixed(high / 2 + bow)} ${fixed(a - 2)} ${high / 2}Z`,
    near = `M${fixed(a - 2)} ${high / 2}Q0 ${fixed(high / 2 + bow)} ${fixed(b + 3)} ${high / 2}L${fixed(b + 1)} ${high / 2 + side}Q0 ${fixed(high / 2 + side + bow)} ${fixed(a)} ${high / 2 + side}Z`,
    edge = deeper(brown, 0.1)
  page.add(
    `<path d="${near}" transform="translate(6 12)" fill="#3a2018" opacity=".34" filter="url(#haze)"/><path d="${near}" fill="${page.linear([blend(orange, brown, 0.75), brown])}" stroke="${edge}" stroke-width="2.4" stroke-linejoin="round"/><path d="${top}" fill="${page.linear([brown, orange, paler(orange, 0.12), paler(orange, 0.28), orange, orange, brown], '0 0 1 0')}" stroke="${blend(orange, brown, 0.7)}" stroke-width="2.6" stroke-linejoin="round"/><path d="M${fixed(a + 14)} ${fixed(-high * 0.24 + bow * 0.16)}Q0 ${fixed(-high * 0.28 + bow)} ${fixed(b - 20)} ${fixed(-high * 0.24 + bow * 0.16)}" fill="none" stroke="${paler(orange, 0.6)}" stroke-width="3" stroke-linecap="round" opacity=".7"/>`,
  )
  for (let spot = 0; spot < 6; spot += 1) {
    const u = rng.in(-0.46, 0.46) * long
    page.add(
      `<ellipse cx="${fixed(u)}" cy="${fixed(rng.in(-0.4, 0.45) * high + bow * 0.5)}" rx="${fixed(rng.in(3, 8))}" ry="${fixed(rng.in(1.4, 2.6))}" fill="${deeper(brown, 0.25)}" opacity="${fixed(rng.in(0.15, 0.36))}"/>`,
    )
  }
}

/** A loose heap of fries with plum powder over them. */
export function sticks(page, { colours, powder = '#9c2f52' }, rng) {
  const count = 44
  for (let at = 0; at < count; at += 1) {
    const turn = at * 2.4,
      far = 104 * Math.sqrt(1 - at / count)
    put(page, Math.cos(turn) * far, Math.sin(turn) * far * 0.9, rng.in(-90, 90), () =>
      fry(page, colours, rng),
    )
  }
  for (let grain = 0; grain < 260; grain += 1) {
    const turn = rng.angle(),
      far = 132 * Math.sqrt(rng.next())
    page.add(
      `<circle cx="${fixed(Math.cos(turn) * far)}" cy="${fixed(Math.sin(turn) * far)}" r="${fixed(rng.in(1, 2.6))}" fill="${grain % 4 ? powder : paler(powder, 0.4)}" opacity="${fixed(rng.in(0.6, 0.95))}"/>`,
    )
  }
}
