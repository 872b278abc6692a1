// @vitest-environment jsdom
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { announceReady, announceHydrating, keepEarlyTap } from '../../../src/launch/early-tap.ts'

const show = (html: string): void => void (document.body.innerHTML = html)
const button = (text: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)!

/** Taps on a first screen before the portal has event listeners. */
describe('early taps', () => {
  const heard: string[] = []
  const listen = (): void =>
    document.body.addEventListener('click', ({ target }) => void heard.push((target as Element).textContent))
  beforeAll(() => {
    keepEarlyTap()
    show(
      `<button data-each-tap>More</button>
      <button aria-pressed="false">Extra</button><button aria-pressed="false">Light</button>
      <button>Menu</button><button>Add</button><form><select></select></form>
      <details><summary>Allergens</summary><label><input type="checkbox">Milk</label></details>`,
    )
  })
  afterEach(() => void (heard.length = 0))

  it('are marked where they happen: each that answers something in its order, the last one of the others', () => {
    // Tapping the same choice again because nothing has happened does not undo it.
    for (const name of ['Light', 'More', 'Menu', 'Extra', 'More', 'Extra', 'Add', 'Add']) button(name).click()
    expect([...document.querySelectorAll('button')].map(({ dataset }) => ({ ...dataset }))).toEqual([
      { eachTap: '', taps: '2 4' },
      { taps: '5' },
      { taps: '1' },
      {},
      { pressed: '' },
    ])
  })

  it('do not count a list that nobody has chosen from, and send no form', () => {
    const list = document.querySelector('select')!
    list.dispatchEvent(new Event('change', { bubbles: true }))
    expect({ ...list.dataset }).toEqual({})
    const sending = new Event('submit', { bubbles: true, cancelable: true })
    document.querySelector('form')!.dispatchEvent(sending)
    expect(sending.defaultPrevented).toBe(true)
  })

  it('of a checkbox, and of a part that unfolds, are marked on it', () => {
    document.querySelector('summary')!.click()
    document.querySelector<HTMLInputElement>('input')!.click()
    expect({ ...document.querySelector('details')!.dataset }).toEqual({ toggled: '' })
    expect({ ...document.querySelector('input')!.dataset }).toEqual({ chosen: '' })
    button('Add').click()
  })

  it('are pressed when the portal is alive, in their order, and no more are kept from then on', async () => {
    announceHydrating()
    listen()
    // React starts with the box as it is, and receives later changes: here, a tap that leaves it ticked.
    const box = document.querySelector<HTMLInputElement>('input')!
    const ticked: boolean[] = []
    box.addEventListener('change', () => void ticked.push(box.checked))
    announceReady()
    await expect.poll(() => heard).toEqual(['', 'Light', 'More', 'More', 'Extra', 'Add'])
    expect(ticked).toEqual([true])
    expect(document.querySelectorAll('[data-taps], [data-pressed], [data-chosen]')).toHaveLength(0)
    button('More').click()
    expect({ ...button('More').dataset }).toEqual({ eachTap: '' })
  })
})
