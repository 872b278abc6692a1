// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flipMs } from '#lib/paint/flipper.ts'
import { category, dish, menu, menusPage } from '../support/menus.tsx'
import { find, press, say, setMedia, show, until } from '../support/screen.tsx'

const seenBy: { target?: Element; tell(isIntersecting: boolean): void }[] = []

/** jsdom has no layout: the test says what is in view. */
class Observer {
  #mine: (typeof seenBy)[number]
  constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
    this.#mine = { tell: (isIntersecting) => listener([{ isIntersecting }]) }
    seenBy.push(this.#mine)
  }
  observe(target: Element) {
    this.#mine.target = target
    this.#mine.tell(true)
  }
  disconnect() {
    delete this.#mine.target
  }
}

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  seenBy.length = 0
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pictures = ['one', 'two', 'three'].map((name) => ({ imageSignedUrl: `/pictures/${name}.webp` }))

/** A category with a dish that has three pictures, and one with a single picture. */
async function open({ asIs = false } = {}) {
  const dishes = [
    dish('Margherita', { images: pictures }),
    dish('Marinara', { images: pictures.slice(0, 1) }),
  ]
  await show(menusPage([menu('Dinner', [category('Pizza', dishes)])], '/order/dinner/category/pizza').page)
  const over = await until(() => find<HTMLElement>('[data-shown]'))
  // Pictures move only after somebody asks for it. That choice outlives a test's page.
  const still = [...document.querySelectorAll('button')].find((one) =>
    one.textContent.includes('Play pictures'),
  )
  if (still && !asIs) await press(still)
  vi.useFakeTimers()
  // The running timer was created with the real clock: start it again.
  const card = over.closest('a')!
  const sight = seenBy.find(({ target }) => target === card)!
  sight.tell(false)
  sight.tell(true)
  const shown = () => [...card.querySelectorAll('img')].at(-1)!.getAttribute('src')
  const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  return { card, sight, shown, wait }
}
const [one, two, three] = pictures.map(({ imageSignedUrl }) => imageSignedUrl)

describe('a dish with several pictures', () => {
  it('shows one picture until somebody asks for the others', async () => {
    const { shown, wait } = await open({ asIs: true })
    await wait(9000)
    expect(shown()).toBe(one)
    await press(find('button', 'Play pictures'))
    await wait(3000)
    expect(shown()).toBe(two)
  })

  it('shows each for three seconds, and begins again @BC-06 @MO-04', async () => {
    const { shown, wait } = await open()
    expect(flipMs).toBe(3000)
    expect(shown()).toBe(one)
    await wait(2999)
    expect(shown()).toBe(one)
    await wait(1)
    expect(shown()).toBe(two)
    await wait(3000)
    expect(shown()).toBe(three)
    await wait(3000)
    expect(shown()).toBe(one)
    // A single picture is not animated.
    expect(document.querySelectorAll('[data-shown]')).toHaveLength(1)
  })

  it.each([
    [
      'it is pointed at',
      (card: Element) => [
        () => say(card, new Event('pointerenter')),
        () => say(card, new Event('pointerleave')),
      ],
    ],
    [
      'it has the focus',
      (card: HTMLElement) => [() => act(async () => card.focus()), () => act(async () => card.blur())],
    ],
  ] as const)('shows one picture while %s', async (_name, ways) => {
    const { card, shown, wait } = await open()
    const [stop, go] = ways(card)
    await stop!()
    await wait(9000)
    expect(shown()).toBe(one)
    await go!()
    await wait(3000)
    expect(shown()).toBe(two)
  })

  it('shows one picture while it is not in view', async () => {
    const { sight, shown, wait } = await open()
    sight.tell(false)
    await wait(9000)
    expect(shown()).toBe(one)
    sight.tell(true)
    await wait(3000)
    expect(shown()).toBe(two)
  })

  it('is paused by a button that says so, for the whole page, and set going again', async () => {
    const { shown, wait } = await open()
    await press(find('button', 'Pause pictures'))
    await wait(9000)
    expect(shown()).toBe(one)
    await press(find('button', 'Play pictures'))
    await wait(3000)
    expect(shown()).toBe(two)
  })

  it('never moves under reduced motion, and needs no button', async () => {
    setMedia({ 'prefers-reduced-motion': true })
    const { shown, wait } = await open()
    await wait(9000)
    expect(shown()).toBe(one)
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })
})
