// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { GiftArt } from '#shared/gift-card/gift-art.tsx'
import { show } from '../support/screen.tsx'

/** Out of 320: where the restaurant's name may end on a card (gift-face.module.css, padding and 60 % of the room between). */
const nameEnds = 187

it.each(['confetti', 'hearts', 'stars'])(
  'no piece of the %s lies on the words of a card',
  async (pattern) => {
    const look = { ground: '#fff', motif: '#000', ink: 'dark' as const }
    await show(<GiftArt design={{ id: 'a', name: 'A', words: '', pattern, ...look }} />)
    const starts = [...document.querySelectorAll('path')].map((piece) => {
      const [, x, size] = /translate\((\S+) .*scale\((.*)\)/.exec(piece.getAttribute('transform')!)!
      // No shape extends more than 10 from its center.
      return Number(x) - 10 * Number(size)
    })
    expect(starts).toHaveLength(17)
    expect(Math.min(...starts)).toBeGreaterThan(nameEnds)
  },
)

it('in a space taller than a card, the drawing is at its top and its background continues below', async () => {
  const look = { ground: '#fff', motif: '#000', ink: 'dark' as const }
  await show(<GiftArt design={{ id: 'a', name: 'A', words: '', pattern: 'frame', ...look }} atEnd />)
  const svg = document.querySelector('svg')!
  expect(svg.getAttribute('preserveAspectRatio')).toBe('xMaxYMin meet')
  const ends = [...svg.querySelectorAll('svg > rect')].map(
    (rect) => Number(rect.getAttribute('y') ?? 0) + Number(rect.getAttribute('height')),
  )
  expect(ends).toHaveLength(2)
  // At 200 % text size in a window of 320 pixels the design is nearly twice as high as a card of its width.
  expect(Math.min(...ends)).toBeGreaterThan(400)
})
