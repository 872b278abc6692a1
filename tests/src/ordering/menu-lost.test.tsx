// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import { keys } from '#lib/query/keys.ts'
import { category, dish, menu, menusPage } from '../support/menus.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const dinner = menu('Dinner', [category('Pizza', [dish('Margherita')])])
const lost = 'The current menu isn’t saved on this device yet'
const words = () => document.body.textContent

/** A device that has the names of the menus, and a restaurant whose dishes may be missing. */
async function open() {
  let book: MenuBook | undefined | 'waiting'
  const made = menusPage([dinner], '/order', { bookOf: () => book })
  const outline = outlineOf({ menus: [dinner] })
  made.client.setQueryData(keys.menus('tavola-nyc', 'order'), { value: outline, savedAt: Date.now() })
  await show(made.page)
  return { ...made, give: (next: typeof book) => (book = next) }
}

describe('a menu whose dishes cannot be read', () => {
  it('says so in place of the placeholders, and is read again with Try again', async () => {
    const { give } = await open()
    await until(() => expect(find('[role=alert] h2').textContent).toBe(lost))
    expect(document.querySelectorAll('li[data-dish]')).toHaveLength(0)
    expect(document.querySelectorAll('ul[aria-hidden]')).toHaveLength(0)
    give({ menus: [dinner] })
    await press(find('button', 'Try again'))
    await until(() => find('button', 'Add Margherita'))
    expect(words()).not.toContain(lost)
  })

  it('still says so while it is requested again, automatically or by a tap, and keeps the focus on the button', async () => {
    const { client, give } = await open()
    await until(() => expect(words()).toContain(lost))
    find('button', 'Try again').focus()
    give('waiting')
    await act(async () => void client.refetchQueries())
    expect(find('[role=alert] h2').textContent).toBe(lost)
    await act(async () => void client.cancelQueries())
    await press(find('button', 'Try again'))
    expect(find('button', 'Trying again…').ariaBusy).toBe('true')
    expect(document.activeElement?.textContent).toBe('Trying again…')
    expect(words()).toContain(lost)
    give(undefined)
    await act(async () => client.cancelQueries())
    await until(() => find('button', 'Try again'))
    expect(words()).toContain(lost)
  })

  it('says so in a dish over the list, too, which is no empty window', async () => {
    // The shell's container, which a dish is shown in.
    const screen = document.createElement('div')
    screen.id = 'screen'
    document.body.append(screen)
    const { router } = await open()
    await until(() => expect(words()).toContain(lost))
    const dishOverList = { menuId: 'dinner', categoryId: 'pizza', itemId: 'margherita' }
    await act(async () => router.navigate({ to: '/order', state: { dishOverList } } as never))
    await until(() =>
      expect(find('dialog[open] h2').textContent).toBe('This dish isn’t saved on this device yet'),
    )
    expect(find('dialog[open] button', 'Try again')).toBeTruthy()
  })
})
