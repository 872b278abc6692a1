/** Colors are linear light here, and hex text only in descriptions: mixing in sRGB gives muddy colors. */

const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)

const known = new Map()
/** '#rrggbb' to linear [r, g, b]. */
export function hex(text) {
  let c = known.get(text)
  if (!c) {
    c = [1, 3, 5].map((i) => toLinear(parseInt(text.slice(i, i + 2), 16) / 255))
    if (c.some(Number.isNaN)) throw new Error(`not a colour: ${text}`)
    known.set(text, c)
  }
  return c
}

export const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]

export const clamp = (v, lo = 0, hi = 1) => (v < lo ? lo : v > hi ? hi : v)

export function smooth(a, b, v) {
  const t = clamp((v - a) / (b - a))
  return t * t * (3 - 2 * t)
}

/** Puts a colour on the brush. */
export function set(o, c) {
  o.r = c[0]
  o.g = c[1]
  o.b = c[2]
}

/** Mixes a colour into the brush. */
export function over(o, c, t) {
  if (t <= 0) return
  const k = t > 1 ? 1 : t
  o.r += (c[0] - o.r) * k
  o.g += (c[1] - o.g) * k
  o.b += (c[2] - o.b) * k
}

/** Darkens or lightens the brush. */
export function shade(o, k) {
  o.r *= k
  o.g *= k
  o.b *= k
}

/** A colour from a list, t from 0 to 1, written on the brush. */
export function ramp(o, list, t) {
  const p = clamp(t, 0, 0.9999) * (list.length - 1)
  const i = Math.floor(p),
    f = p - i,
    a = list[i],
    b = list[i + 1] ?? a
  o.r = a[0] + (b[0] - a[0]) * f
  o.g = a[1] + (b[1] - a[1]) * f
  o.b = a[2] + (b[2] - a[2]) * f
}

export const palette = (...texts) => texts.map(hex)
