// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'
import { hours } from '../support/merchant-data.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { bookOf, sitePage } from '../support/site.tsx'

beforeEach(() => setMedia({}))

const tabs = () =>
  [...document.querySelectorAll('ul[aria-label="Menus"] button')].map((one) => one.textContent)

it.each([
  ['20:00', ['Menu 2', 'Menu 1'], 'Dish 2.1'],
  ['12:00', ['Menu 1', 'Menu 2'], 'Dish 1.1'],
])(
  'at %s the menus of the home page begin with what is served, as those of the ordering page do',
  async (time, names, dish) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(`2026-11-20T${time}:00-05:00`)
    const book = bookOf(2, 2)
    book.menus[0]!.served = { ...hours, friday: [['11:30', '16:00']] }
    await show(sitePage({ '/': () => <HomeScreen /> }, { book }).page)
    await until(() => expect(tabs()).toEqual(names))
    expect(find('button', names[0]!).getAttribute('aria-pressed')).toBe('true')
    await until(() => expect(document.body.textContent).toContain(dish))
    await press(find('button', names[1]!))
    expect(tabs()).toEqual(names)
    expect(find('button', names[1]!).getAttribute('aria-pressed')).toBe('true')
  },
)
