/** What is folded, rolled or baked for the plates of a tea bar: dumplings, mochi, a brick of toast, a pancake, cookies. */
import { blend, deeper, fixed, paler } from './paper.mjs'

const shadow = (page, cx, cy, rx, ry, opacity = 0.26) =>
  page.add(
    `<ellipse cx="${fixed(cx + 9)}" cy="${fixed(cy + 13)}" rx="${rx}" ry="${ry}" fill="#3a2018" opacity="${opacity}" filter="url(#haze)"/>`,
  )

/** `count` places on a circle, the first at the top. */
const ring = (count, far) =>
  Array.from({ length: count }, (_, at) => {
    const turn = (at / count) * Math.PI * 2 - Math.PI / 2
    return [Math.cos(turn) * far, Math.sin(turn) * far, turn]
  })

const BELLY = 'M-60 20C-62-8-36-40 0-40C36-40 62-8 60 20C42 38-42 38-60 20Z'

/** One dumpling: a thin wrapper with the filling showing through, a frill of pleats, and the side that lay in the pan. */
function dumpling(page, { colours: [dough, seared], filling, flecks }, rng) {
  const fold = blend(dough, '#b9824a', 0.3)
  const clip = page.clip(`<path d="${BELLY}"/>`)
  page.add(
    `<path d="${BELLY}" fill="${page.linear([paler(dough, 0.55), dough, blend(dough, seared, 0.3)])}"/><g clip-path="${clip}"><ellipse cy="0" rx="43" ry="25" fill="${filling}" opacity=".5" filter="url(#haze)"/>`,
  )
  for (let fleck = 0; fleck < 13; fleck += 1)
    page.add(
      `<ellipse rx="${fixed(rng.in(3, 6.5))}" ry="${fixed(rng.in(1.8, 3))}" transform="translate(${fixed(rng.in(-36, 36))} ${fixed(rng.in(-16, 14))}) rotate(${fixed(rng.in(0, 180))})" fill="${flecks[fleck % flecks.length]}" opacity="${fixed(rng.in(0.4, 0.75))}"/>`,
    )
  page.add(
    `<path d="M-70 8C-40 16 40 16 70 8V60H-70Z" fill="${seared}" opacity=".55" filter="url(#haze)"/><path d="M-64 14C-40 22 40 22 64 14V60H-64Z" fill="${page.linear([seared, deeper(seared, 0.42)])}" opacity=".9"/>`,
  )
  for (let mark = 0; mark < 9; mark += 1)
    page.add(
      `<ellipse cx="${fixed(rng.in(-46, 46))}" cy="${fixed(rng.in(21, 29))}" rx="${fixed(rng.in(4, 9))}" ry="${fixed(rng.in(1.6, 3.2))}" fill="${deeper(seared, 0.6)}" opacity=".5"/>`,
    )
  page.add('</g>')
  for (let pleat = -4; pleat <= 4; pleat += 1) {
    const turn = (pleat * 19 * Math.PI) / 180
    page.add(
      `<g transform="translate(${fixed(Math.sin(turn) * 51)} ${fixed(12 - Math.cos(turn) * 49)}) rotate(${pleat * 17})"><path d="M3 6Q${4 - pleat} 18 ${2 - pleat * 2} 29" fill="none" stroke="${fold}" stroke-width="3.4" stroke-linecap="round" opacity=".7"/><ellipse rx="10.5" ry="8" fill="${page.linear([paler(dough, 0.7), blend(dough, fold, 0.6)])}" stroke="${fold}" stroke-width="1.8" stroke-opacity=".8"/></g>`,
    )
  }
  page.add(
    '<path d="M-40 6C-36-10-26-19-14-24" fill="none" stroke="#ffffff" stroke-width="6" stroke-linecap="round" opacity=".75"/>',
  )
}

/** Seven dumplings around a dish of sauce. */
export function dumplings(page, recipe, rng) {
  for (const [x, y, turn] of ring(7, 130)) {
    shadow(page, x, y, 54, 46)
    page.add(
      `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed((turn * 180) / Math.PI + 90 + rng.in(-7, 7))}) scale(.88)">`,
    )
    dumpling(page, recipe, rng)
    page.add('</g>')
  }
  const { sauce, dish = '#a9d3c0' } = recipe
  shadow(page, 0, 0, 60, 58, 0.2)
  page.add(
    `<circle r="60" fill="${page.ball([paler(dish, 0.5), dish, deeper(dish, 0.16)])}"/><circle r="47" fill="${page.ball([paler(sauce, 0.3), sauce, deeper(sauce, 0.4)], '.4 .3 .8')}"/><path d="M-30-14C-24-27-10-34 4-33" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" opacity=".55"/>`,
  )
  for (let drop = 0; drop < 9; drop += 1) {
    const [turn, far] = [drop * 2.4, 9 + drop * 3]
    page.add(
      `<circle cx="${fixed(Math.cos(turn) * far)}" cy="${fixed(Math.sin(turn) * far)}" r="${fixed(rng.in(2.6, 5))}" fill="${drop % 3 ? recipe.oil : '#79a648'}" opacity=".9"/>`,
    )
  }
}

/** What tells one mochi from the other: seeds, beans or fruit on top. */
const TOPS = {
  sesame: (page, rng) => {
    for (let seed = 0; seed < 34; seed += 1)
      page.add(
        `<ellipse rx="4.6" ry="2.6" transform="translate(${fixed(rng.bell() * 36 - 3)} ${fixed(rng.bell() * 30 - 8)}) rotate(${fixed(rng.in(0, 180))})" fill="#231f20"/>`,
      )
  },
  bean: (page) => {
    for (const [x, y, turn] of [
      [-15, -14, -30],
      [9, -22, 20],
      [6, 2, 65],
    ])
      page.add(
        `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="14" ry="9.5" fill="${page.ball(['#b0574a', '#7d2a26', '#4f1618'])}"/><path d="M-5 3H5" stroke="#f3ddd2" stroke-width="2.6" stroke-linecap="round"/></g>`,
      )
  },
  mango: (page) => {
    for (const [x, y, turn] of [
      [-14, -10, -12],
      [12, -18, 18],
      [5, 6, 38],
    ])
      page.add(
        `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-12" y="-10" width="26" height="25" rx="5" fill="#d97f14"/><rect x="-13" y="-14" width="26" height="24" rx="5" fill="${page.linear(['#ffd766', '#f7a928'], '0 0 1 1')}"/></g>`,
      )
  },
}

/** Five soft rounds, dusted with starch; `tops` says what lies on each. */
export function mochi(page, { colours, tops }, rng) {
  ring(5, 99).forEach(([x, y], index) => {
    const colour = colours[index % colours.length]
    shadow(page, x, y, 58, 54)
    page.add(
      `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(rng.in(-8, 8))})"><path d="M-60 4C-60-36-34-57 0-57C34-57 61-36 60 4C59 40 34 55 0 55C-34 55-60 40-60 4Z" fill="${page.ball([paler(colour, 0.6), colour, deeper(colour, 0.18)])}"/>`,
    )
    for (let grain = 0; grain < 46; grain += 1) {
      const [turn, far] = [rng.angle(), 50 * Math.sqrt(rng.next())]
      page.add(
        `<circle cx="${fixed(Math.cos(turn) * far)}" cy="${fixed(Math.sin(turn) * far)}" r="${fixed(rng.in(0.9, 2.4))}" fill="#ffffff" opacity=".55"/>`,
      )
    }
    TOPS[tops[index % tops.length]](page, rng)
    page.add('</g>')
  })
}

/** A closed, slightly uneven round outline. */
function rough(rng, r, uneven, count = 26) {
  const points = Array.from({ length: count }, (_, at) => {
    const [turn, far] = [(at / count) * Math.PI * 2, r * rng.in(1 - uneven, 1 + uneven)]
    return [Math.cos(turn) * far, Math.sin(turn) * far]
  })
  const middle = ([x, y], [u, v]) => `${fixed((x + u) / 2)} ${fixed((y + v) / 2)}`
  return points
    .map((point, at) => {
      const next = points[(at + 1) % count]
      return `${at ? '' : `M${middle(points.at(-1), point)}`}Q${fixed(point[0])} ${fixed(point[1])} ${middle(point, next)}`
    })
    .join('')
}

/** Three cookies, thick with seeds, cracked on top and darker where they browned. */
export function cookies(page, { colours: [dough, crust], chips }, rng) {
  for (const [x, y] of ring(3, 93)) {
    const shape = rough(rng, 80, 0.035)
    const clip = page.clip(`<path d="${shape}"/>`)
    shadow(page, x, y, 80, 78)
    page.add(
      `<g transform="translate(${fixed(x)} ${fixed(y)})"><path d="${shape}" transform="translate(2 7)" fill="${deeper(crust, 0.35)}"/><path d="${shape}" fill="${page.ball([paler(dough, 0.34), dough, crust], '.42 .38 .66')}"/><g clip-path="${clip}">`,
    )
    for (let crack = 0; crack < 7; crack += 1) {
      const [turn, far] = [crack * 0.9 + rng.in(-0.2, 0.2), rng.in(26, 50)]
      page.add(
        `<path d="M${fixed(Math.cos(turn) * far)} ${fixed(Math.sin(turn) * far)}l${fixed(rng.in(-9, 9))} ${fixed(rng.in(5, 11))}l${fixed(Math.cos(turn) * 24)} ${fixed(Math.sin(turn) * 24)}" fill="none" stroke="${deeper(crust, 0.42)}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round" opacity=".55"/>`,
      )
    }
    for (let seed = 0; seed < 120; seed += 1) {
      const [turn, far] = [rng.angle(), 74 * Math.sqrt(rng.next())]
      page.add(
        `<ellipse rx="${fixed(rng.in(4.2, 6))}" ry="${fixed(rng.in(2.3, 3.2))}" transform="translate(${fixed(Math.cos(turn) * far)} ${fixed(Math.sin(turn) * far)}) rotate(${fixed(rng.in(0, 180))})" fill="${seed % 9 ? chips : '#f5e6c8'}"/>`,
      )
    }
    page.add('</g></g>')
  }
}

/** The face of a flaky pancake: rolled-up layers, what the pan browned, and scallions in it. */
function flaky(page, { colours: [dough, crust], chips }, rng) {
  for (let patch = 0; patch < 64; patch += 1) {
    const [turn, far] = [rng.angle(), 152 * Math.sqrt(rng.next())]
    page.add(
      `<path d="${rough(rng, rng.in(6, 22), 0.4, 9)}" transform="translate(${fixed(Math.cos(turn) * far)} ${fixed(Math.sin(turn) * far)}) rotate(${fixed((turn * 180) / Math.PI)}) scale(.62 1)" fill="${patch % 3 ? blend(crust, '#8a3a08', 0.42) : paler(dough, 0.45)}" opacity="${patch % 3 ? 0.42 : 0.6}" ${patch % 2 ? 'filter="url(#haze)"' : ''}/>`,
    )
  }
  for (let flake = 0; flake < 60; flake += 1) {
    const [from, out, long] = [rng.angle(), rng.in(14, 150), rng.in(22, 74)]
    let path = ''
    for (let step = 0; step <= 6; step += 1) {
      const [turn, far] = [from + (step * long) / (6 * out + 60), out + step * 1.1 + rng.in(-2.4, 2.4)]
      path += `${step ? 'L' : 'M'}${fixed(Math.cos(turn) * far)} ${fixed(Math.sin(turn) * far)}`
    }
    page.add(
      `<path d="${path}" transform="translate(-2 -3)" fill="none" stroke="${paler(dough, 0.65)}" stroke-width="${fixed(rng.in(1.6, 3.4))}" stroke-linecap="round" stroke-linejoin="round" opacity=".6"/><path d="${path}" fill="none" stroke="${blend(crust, '#7a3c10', 0.4)}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" opacity=".6"/>`,
    )
  }
  for (let chip = 0; chip < 120; chip += 1) {
    const [turn, far] = [rng.angle(), 148 * Math.sqrt(rng.next())]
    page.add(
      `<ellipse rx="${fixed(rng.in(4, 7.4))}" ry="${fixed(rng.in(2.4, 4.2))}" transform="translate(${fixed(Math.cos(turn) * far)} ${fixed(Math.sin(turn) * far)}) rotate(${fixed(rng.in(0, 180))})" fill="${chip % 3 ? chips : deeper(chips, 0.25)}" opacity=".95"/>`,
    )
  }
}

/** One flaky round, cut in wedges that were drawn apart a little. */
export function pancake(page, recipe, rng) {
  const [dough, crust] = recipe.colours
  const shape = rough(rng, 158, 0.016, 34)
  const face = page.ball([paler(dough, 0.4), dough, crust], '.44 .4 .62')
  const clip = page.clip(`<path d="${shape}"/>`)
  shadow(page, 0, 4, 166, 164)
  page.add(`<defs><g id="pancake"><path d="${shape}" fill="${face}"/><g clip-path="${clip}">`)
  flaky(page, recipe, rng)
  page.add('</g></g></defs>')
  const wedges = 6
  for (let at = 0; at < wedges; at += 1) {
    const [from, to] = [at, at + 1].map((edge) => ((edge - 0.32) / wedges) * Math.PI * 2)
    const middle = (from + to) / 2
    const far = at === 1 ? 24 : 8
    const corner = (turn) => `${fixed(Math.cos(turn) * 200)} ${fixed(Math.sin(turn) * 200)}`
    const cut = page.clip(`<path d="M0 0L${corner(from)}L${corner(middle)}L${corner(to)}Z"/>`)
    const [x, y] = [Math.cos(middle) * far, Math.sin(middle) * far]
    for (const [down, colour] of [
      [11, deeper(crust, 0.3)],
      [8, paler(dough, 0.3)],
      [5.5, deeper(crust, 0.12)],
      [3, paler(dough, 0.4)],
    ])
      page.add(
        `<g transform="translate(${fixed(x)} ${fixed(y + down)})"><path clip-path="${cut}" d="${shape}" fill="${colour}"/></g>`,
      )
    page.add(
      `<g transform="translate(${fixed(x)} ${fixed(y)})"><g clip-path="${cut}"><use href="#pancake"/></g></g>`,
    )
  }
}

const face = (page, points, fill, crust, width) =>
  page.add(
    `<path d="M${points}Z" fill="${fill}" stroke="${crust}" stroke-width="${width}" stroke-linejoin="round"/>`,
  )

/** A tall brick of milk bread, toasted and scored, with butter melting on it and honey running down. */
export function brick(page, { colours: [crumb, crust], drizzle, honey }, rng) {
  shadow(page, 6, 104, 140, 62, 0.34)
  face(
    page,
    '-122 -84L0 -22V146L-122 78',
    page.linear([paler(crumb, 0.35), crumb, deeper(crumb, 0.06)]),
    crust,
    13,
  )
  face(page, '122 -84L0 -22V146L122 78', page.linear([crust, deeper(crust, 0.22)]), deeper(crust, 0.12), 13)
  for (let hole = 0; hole < 46; hole += 1) {
    const [x, y] = [rng.in(-108, -14), rng.in(-40, 110)]
    page.add(
      `<ellipse cx="${fixed(x)}" cy="${fixed(y + x * 0.28)}" rx="${fixed(rng.in(2, 5.4))}" ry="${fixed(rng.in(1.4, 3))}" fill="${deeper(crumb, 0.22)}" opacity=".4"/>`,
    )
  }
  face(
    page,
    '0 -146L122 -84L0 -22L-122 -84',
    page.ball([paler(crumb, 0.3), crumb, paler(crust, 0.25)], '.45 .45 .62'),
    crust,
    13,
  )
  for (const t of [1 / 3, 2 / 3])
    page.add(
      `<path d="M${fixed(-122 + 122 * t)} ${fixed(-84 - 62 * t)}l122 62M${fixed(122 - 122 * t)} ${fixed(-84 - 62 * t)}l-122 62" fill="none" stroke="${deeper(crust, 0.2)}" stroke-width="5" stroke-linecap="round" opacity=".6"/>`,
    )
  const gold = page.linear([paler(honey, 0.25), honey, deeper(honey, 0.1)])
  page.add(
    `<path d="M-78 -78C-70 -116 10 -130 52 -108C92 -96 98 -74 80 -62C80 -50 82 -30 80 10C79 30 60 30 60 10C60 -12 62 -30 54 -44C40 -34 24 -30 14 -24C14 10 16 40 14 78C13 98 -9 98 -9 76C-9 40 -6 8 -12 -28C-30 -30 -42 -38 -50 -42C-52 -18 -50 0 -52 30C-53 48 -72 48 -72 28C-72 0 -72 -30 -78 -54C-82 -62 -82 -70 -78 -78Z" fill="${gold}" opacity=".92"/><path d="M-62 -46V16M4 -18V64M70 -44V-6" fill="none" stroke="#fff3cf" stroke-width="5" stroke-linecap="round" opacity=".75"/>`,
    `<path d="M-62 -72L-6 -116L4 -66L56 -106L48 -54L88 -80" fill="none" stroke="${drizzle}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/>`,
  )
  page.add(
    `<ellipse cx="-2" cy="-84" rx="52" ry="25" fill="#ffe88f" opacity=".85"/><path d="M-36 -106L0 -88V-66L-36 -84Z" fill="#f6d768"/><path d="M36 -106L0 -88V-66L36 -84Z" fill="#e8bf48"/><path d="M0 -124L36 -106L0 -88L-36 -106Z" fill="#fff0a8" stroke="#fff6cc" stroke-width="3" stroke-linejoin="round"/>`,
  )
}
