/** Slices of fruit. */
import { fixed, paler } from './paper.mjs'

/** A round of citrus (or, without segments, of dragon fruit and the like) seen through the glass. */
export function slice(page, { rind, flesh, seeds }, cx, cy, r, turn) {
  const parts = [
    `<g transform="translate(${fixed(cx)} ${fixed(cy)}) rotate(${fixed(turn)})"><circle r="${r}" fill="${rind}"/><circle r="${r * 0.88}" fill="${paler(flesh, 0.62)}"/>`,
  ]
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
  page.add(...parts, '</g>')
}

/** Rind, flesh and, for those without segments, seeds. */
export const FRUITS = {
  lemon: { rind: '#e8b91c', flesh: '#f7dd5c' },
  lime: { rind: '#5f9a2f', flesh: '#b7d865' },
  orange: { rind: '#e0761a', flesh: '#f6a53f' },
  grapefruit: { rind: '#e89a5a', flesh: '#ec6a64' },
  strawberry: { rind: '#b51f34', flesh: '#e84b58', seeds: '#f9d98a' },
  dragonfruit: { rind: '#c2286f', flesh: '#f4f1ec', seeds: '#2a2024' },
  mango: { rind: '#e8951c', flesh: '#f9be3d', seeds: '#f4a92a' },
  peach: { rind: '#e5785a', flesh: '#f9c07f', seeds: '#f6ae72' },
  lychee: { rind: '#d8607a', flesh: '#fbf1f0', seeds: '#f3dfe0' },
  kiwi: { rind: '#7a6a34', flesh: '#8fbf3f', seeds: '#262a14' },
  grape: { rind: '#5a2a6a', flesh: '#8a4a9a', seeds: '#7a3c8c' },
  plum: { rind: '#6a1a3a', flesh: '#b03a58', seeds: '#a03252' },
}
