// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Carousel } from '#lib/paint/carousel.tsx'
import { PictureWall } from '#lib/paint/picture-wall.tsx'
import { nextStop } from '#lib/paint/use-carousel-rotation.ts'
import { find, key, press, setMedia, show, leavePage } from '../support/screen.tsx'

const slides = ['One', 'Two', 'Three'].map((name) => ({ key: name, content: <a href="/order">{name}</a> }))
const page = <Carousel label="Our Latest Promotions" slides={slides} perView="one" />

/** Slides of 400 px, one of them in view; `way` -1: from the right. jsdom has no layout. */
function layOut(way: 1 | -1 = 1): { turns: number[] } {
  const track = find('[role=group]', 'Our Latest Promotions, 3 in all')
  const seen = { turns: [] as number[] }
  Object.defineProperties(track, { clientWidth: { value: 400 }, scrollWidth: { value: 1200 } })
  for (const [place, slide] of [...track.children].entries())
    slide.getBoundingClientRect = () =>
      ({ left: way * place * 400 - track.scrollLeft, width: 400 }) as DOMRect
  track.scrollTo = ((to: ScrollToOptions) => {
    track.scrollLeft = to.left!
    seen.turns.push(to.left!)
  }) as typeof track.scrollTo
  return seen
}
const wait = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms))

beforeEach(() => {
  setMedia({})
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a carousel', () => {
  it('turns every 6 s, from the last to the first @BC-06 @LH-08 @LH-09', async () => {
    await show(page)
    const seen = layOut()
    await wait(5999)
    expect(seen.turns).toEqual([])
    await wait(1)
    expect(seen.turns).toEqual([400])
    await wait(12_000)
    expect(seen.turns).toEqual([400, 800, 0])
  })

  it('turns the other way where a page is read from the right', async () => {
    await show(page)
    const seen = layOut(-1)
    await wait(6000)
    await press(find('button', 'Next'))
    await press(find('button', 'Previous'))
    await press(find('button', 'Previous'))
    await press(find('button', 'Previous'))
    expect(seen.turns).toEqual([-400, -800, -400, -0, -800])
  })

  it('stops and continues when told to', async () => {
    await show(page)
    const seen = layOut()
    await press(find('button', 'Pause'))
    await wait(20_000)
    expect(seen.turns).toEqual([])
    await press(find('button', 'Play'))
    find('button', 'Pause').focus()
    await wait(6000)
    expect(seen.turns).toEqual([400])
  })

  it('stands still while a mouse points at it', async () => {
    await show(page)
    const seen = layOut()
    const track = find('[role=group]', 'Our Latest Promotions, 3 in all')
    const point = (type: string, pointerType: string) =>
      track.dispatchEvent(Object.assign(new Event(type), { pointerType }))
    point('pointerenter', 'mouse')
    await wait(20_000)
    expect(seen.turns).toEqual([])
    point('pointerleave', 'mouse')
    point('pointerenter', 'touch')
    await wait(6000)
    expect(seen.turns).toEqual([400])
  })

  it('stands still while the focus is in it, and under reduced motion', async () => {
    await show(page)
    const seen = layOut()
    find<HTMLElement>('a', 'Two').focus()
    await wait(20_000)
    expect(seen.turns).toEqual([])
    find<HTMLElement>('a', 'Two').blur()
    await leavePage()
    setMedia({ 'reduced-motion': true })
    await show(page)
    const calm = layOut()
    await wait(20_000)
    expect(calm.turns).toEqual([])
    // The buttons still work.
    await press(find('button', 'Next'))
    expect(calm.turns).toEqual([400])
  })

  it('goes back from the first to the last, by hand', async () => {
    await show(page)
    const seen = layOut()
    await press(find('button', 'Previous'))
    await press(find('button', 'Previous'))
    expect(seen.turns).toEqual([800, 400])
  })

  it('has no controls for a single slide', async () => {
    await show(<Carousel label="Pictures" slides={slides.slice(0, 1)} perView="one" />)
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })

  it('goes by whole slides, and to the end when less than one is left', () => {
    const three = { slide: 300, room: 900, end: 1500 }
    expect([
      nextStop({ at: 0, ...three }, 1),
      nextStop({ at: 300, ...three }, 1),
      nextStop({ at: 600, ...three }, 1),
    ]).toEqual([300, 600, 0])
    expect(nextStop({ at: 0, slide: 300, room: 1000, end: 1200 }, 1)).toBe(200)
    expect(nextStop({ at: 0, slide: 300, room: 900, end: 900 }, 1)).toBe(0)
  })
})

describe('pictures to look at large', () => {
  const pictures = ['The oven', 'The table', 'The plates'].map((title) => ({
    key: title,
    src: `/${title}.webp`,
    sizes: {},
    title,
  }))
  const titleOf = (): string => find('dialog strong').textContent
  const tile = (name: string) =>
    [...document.querySelectorAll('button')].find((one) => one.querySelector('img')?.alt === name)!

  it('open from their tile with title and arrows, cycle without an end, and return the focus @MO-18 @LH-12', async () => {
    await show(<PictureWall pictures={pictures} />)
    tile('The table').focus()
    await press(tile('The table'))
    expect(titleOf()).toBe('The table')
    expect(find('dialog').textContent).toContain('2 of 3')
    await press(find('button', 'Next picture'))
    expect(titleOf()).toBe('The plates')
    await press(find('button', 'Next picture'))
    expect(titleOf()).toBe('The oven')
    await press(find('button', 'Previous picture'))
    expect(titleOf()).toBe('The plates')
    await key(find('dialog'), 'ArrowRight')
    expect(titleOf()).toBe('The oven')
    await key(find('dialog'), 'ArrowLeft')
    expect(titleOf()).toBe('The plates')
    await press(find('button', 'Close'))
    expect(document.querySelector('dialog')).toBeNull()
    expect(document.activeElement).toBe(tile('The table'))
  })

  it('a single one has no arrows', async () => {
    await show(<PictureWall pictures={pictures.slice(0, 1)} />)
    await press(tile('The oven'))
    expect(document.querySelector('[aria-label="Next picture"]')).toBeNull()
  })
})
