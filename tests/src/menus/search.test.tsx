// @vitest-environment jsdom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import MiniSearch from 'minisearch'
import { outlineOf } from '#contract/menu-outline.ts'
import { keys } from '#lib/query/keys.ts'
import { category, dish, menu, menusPage, type MenusPageOptions } from '../support/menus.tsx'
import { fill, find, key, press, setMedia, show, type, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  // jsdom cannot scroll.
})

const menus = [
  menu('Lunch', [category('Panini', [dish('Porchetta', { description: 'Roast pork and fennel' })])]),
  menu('Dinner', [
    category('Pizza', [
      dish('Margherita', { description: 'Tomato and basil' }),
      dish('Marinara', { available: false }),
    ]),
  ]),
]
const open = async (at: string, options: MenusPageOptions = {}) => {
  const made = menusPage(menus, at, options)
  await show(made.page)
  await until(() => find('input'))
  return made
}
const box = () => find<HTMLInputElement>('input[type=search]', 'Search the menus')
const hits = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-hit]')]
const hrefs = () => hits().map((link) => link.getAttribute('href'))
const said = () => find('p[role=status]').textContent

describe.each(['menus', 'order'])('the search of /%s', (root) => {
  it('finds as somebody types, under menu and category, marks the words and says how many', async () => {
    await open(`/${root}`)
    await type(box(), 'mar')
    await until(() => expect(hrefs()).toHaveLength(2))
    expect(find('section[aria-label="Dinner · Pizza"] h2').textContent).toBe('Dinner · Pizza')
    expect(hrefs().toSorted()).toEqual([
      `/${root}/dinner/category/pizza/item/margherita`,
      `/${root}/dinner/category/pizza/item/marinara`,
    ])
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent).toSorted()).toEqual([
      'Margherita',
      'Marinara',
    ])
    await until(() => expect(said()).toBe('2 dishes found for “mar”'))
    // Sold-out dishes are marked here, too.
    expect(find('a[data-hit]', /^Marinara/).textContent).toContain('Sold out')
  })

  it('keeps the words in the address on the way to a dish, so that Back leads to the same results', async () => {
    const { router } = await open(`/${root}`)
    await type(box(), 'porc')
    const link = await until(() => hits()[0]!)
    await act(async () => link.focus())
    await until(() => expect(router.state.location.search).toEqual({ q: 'porc' }))
    await press(link)
    await until(() =>
      expect(router.state.location.pathname).toBe(`/${root}/lunch/category/panini/item/porchetta`),
    )
    await act(async () => router.history.back())
    await until(() => expect(box().value).toBe('porc'))
    await until(() => expect(hrefs()).toEqual([`/${root}/lunch/category/panini/item/porchetta`]))
  })

  it('keeps the words in the address once nobody types, so that a reload leads to the same results, and more can be typed', async () => {
    const { router } = await open(`/${root}`)
    await act(async () => box().focus())
    await type(box(), 'por')
    await until(() => expect(router.state.location.search).toEqual({ q: 'por' }))
    expect([document.activeElement, box().value]).toEqual([box(), 'por'])
    await type(box(), 'c')
    await until(() => expect(router.state.location.search).toEqual({ q: 'porc' }))
    await fill(box(), '')
    await until(() => expect(router.state.location.search).toEqual({}))
    expect(box().value).toBe('')
  })

  it('stores nothing once somebody has left the box for a dish', async () => {
    const { router } = await open(`/${root}`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await type(box(), 'porc')
    await act(async () => box().blur())
    const navigate = vi.spyOn(router, 'navigate')
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
    expect(navigate).not.toHaveBeenCalled()
  })

  it('is emptied by a button, and the focus stays in the box', async () => {
    await open(`/${root}`)
    expect(document.querySelector('button[aria-label="Clear search"]')).toBeNull()
    await type(box(), 'mar')
    await until(() => expect(hits()).toHaveLength(2))
    await press(find('button', 'Clear search'))
    expect(box().value).toBe('')
    expect(document.activeElement).toBe(box())
    expect(hits()).toHaveLength(0)
  })

  it('works by keyboard: down to the results, up to the box, Enter to the first, Escape to start again', async () => {
    const { router } = await open(`/${root}`)
    await type(box(), 'mar')
    await until(() => expect(hits()).toHaveLength(2))
    await key(box(), 'ArrowDown')
    expect(document.activeElement).toBe(hits()[0])
    await key(hits()[0]!, 'ArrowDown')
    await key(hits()[1]!, 'ArrowDown')
    expect(document.activeElement).toBe(hits()[1])
    await key(hits()[1]!, 'ArrowUp')
    await key(hits()[0]!, 'ArrowUp')
    expect(document.activeElement).toBe(box())
    await act(async () => find<HTMLFormElement>('form').requestSubmit())
    expect(document.activeElement).toBe(hits()[0])
    await key(hits()[0]!, 'Escape')
    expect(box().value).toBe('')
    expect(document.activeElement).toBe(box())
    expect(hits()).toEqual([])
    expect(router.state.location.pathname).toBe(`/${root}`)
    // The menus are shown again.
    expect(document.querySelectorAll('ul a').length).toBeGreaterThan(2)
  })

  it('leaves the arrow keys for scrolling the menus', async () => {
    await open(`/${root}`)
    const dish = await until(() => find('ul a'))
    await act(async () => dish.focus())
    const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
    await act(async () => dish.dispatchEvent(down))
    expect(down.defaultPrevented).toBe(false)
  })

  it('says what was not found, and leads back to the menus', async () => {
    await open(`/${root}?q=xylophone`)
    await until(() => expect(said()).toBe('No dish found for “xylophone”'))
    await press(find('button', 'BACK TO THE MENUS'))
    expect(box().value).toBe('')
    expect(said()).toBe('')
  })

  it('says when the menu is not on this device', async () => {
    await open(`/${root}?q=pizza`, { bookOf: () => undefined })
    await until(() => expect(find('[role=alert]').textContent).toContain('isn’t saved on this device yet'))
  })
})

describe('the search of a long menu', () => {
  const grills = Array.from({ length: 60 }, (_, at) => dish(`Grill ${at}`))
  const openLong = async (dishes = grills) => {
    const made = menusPage([menu('Dinner', [category('Plates', dishes)])], '/menus')
    await show(made.page)
    await until(() => find('input'))
    return made
  }

  it('shows what fits in the window first, and the rest after it', async () => {
    await openLong()
    const counts: number[] = []
    const watching = new MutationObserver(() => counts.push(hits().length))
    watching.observe(document.body, { childList: true, subtree: true })
    onTestFinished(() => watching.disconnect())
    await type(box(), 'grill')
    await until(() => expect(hits()).toHaveLength(40))
    const [first] = counts.filter((count) => count > 0)
    expect(first).toBeGreaterThan(8)
    expect(first).toBeLessThan(20)
    const button = find('button', 'Show all 60')
    await act(async () => button.focus())
    await press(button)
    // Those that it revealed are gone on with.
    expect(document.activeElement).toBe(hits()[40])
    await until(() => expect(hits()).toHaveLength(60))
  })

  it('does not render results again for another letter with the same results', async () => {
    await openLong()
    await type(box(), 'gri')
    await until(() => expect(hits()).toHaveLength(40))
    const before = hits()
    // Every result that is rendered writes its price.
    const priced = vi.spyOn(Intl.NumberFormat.prototype as { readonly format: unknown }, 'format', 'get')
    onTestFinished(() => priced.mockRestore())
    await type(box(), 'l')
    await until(() => expect(said()).toBe('60 dishes found for “gril”'))
    expect(hits()).toEqual(before)
    expect(priced).not.toHaveBeenCalled()
  })

  it('keeps a result that is among the next ones, too', async () => {
    await openLong([...grills.slice(0, 20), dish('Graham cake')])
    await type(box(), 'gr')
    await until(() => expect(hits()).toHaveLength(21))
    const cake = find('a[data-hit]', /^Graham/)
    await type(box(), 'aham')
    await until(() => expect(hits()).toHaveLength(1))
    expect(hits()[0]).toBe(cake)
  })
})

describe('before the first letter', () => {
  it('the dishes are read once somebody goes into the box, and then the first results are there without a placeholder', async () => {
    const read = vi.spyOn(MiniSearch.prototype, 'add')
    onTestFinished(() => read.mockRestore())
    await open('/menus')
    expect(read).not.toHaveBeenCalled()
    await act(async () => box().focus())
    await until(() => expect(read).toHaveBeenCalledTimes(3))
    expect(said()).toBe('')
    const added: string[] = []
    const watching = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof HTMLElement) added.push(node.outerHTML)
    })
    watching.observe(document.body, { childList: true, subtree: true })
    onTestFinished(() => watching.disconnect())
    await type(box(), 'mar')
    await until(() => expect(hits()).toHaveLength(2))
    expect(added.filter((html) => html.includes('data-loading'))).toEqual([])
  })

  it('what sells out while somebody searches is marked, and nothing is read again', async () => {
    const read = vi.spyOn(MiniSearch.prototype, 'add')
    onTestFinished(() => read.mockRestore())
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await open('/menus', { soldOut: [{ item_id: 'o-porchetta', until: soon }] })
    await type(box(), 'porc')
    await until(() => expect(hits()[0]?.textContent).toContain('Sold out'))
    expect(read).toHaveBeenCalledTimes(3)
  })

  it('the dishes of a menu stay on the page, hidden, and are there again after it', async () => {
    await open('/order')
    const dishes = await until(() => find('[data-dish="porchetta"]'))
    await type(box(), 'mar')
    await until(() => expect(hits()).toHaveLength(2))
    expect(dishes.isConnected).toBe(true)
    expect(dishes.closest('[hidden]')).not.toBeNull()
    await press(find('button', 'Clear search'))
    expect(dishes.isConnected).toBe(true)
    expect(dishes.closest('[hidden]')).toBeNull()
  })
})

describe('the first screen', () => {
  it.each(['menus', 'order'])(
    '/%s is gone on from as the server made it, which knows no words; then they are searched for',
    async (root) => {
      const seeded = async (at: string) => {
        const made = menusPage(menus, at)
        for (const mode of ['browse', 'order'] as const)
          made.client.setQueryData(keys.menus('tavola-nyc', mode), {
            value: outlineOf({ menus }),
            savedAt: 1,
          })
        await made.router.load()
        return made
      }
      const place = document.createElement('div')
      place.innerHTML = renderToString((await seeded(`/${root}`)).page)
      document.body.append(place)
      const before = place.querySelector('input')
      expect(before).not.toBeNull()
      const { page } = await seeded(`/${root}?q=porc`)
      const mended: unknown[] = []
      const app = await act(async () =>
        hydrateRoot(place, page, { onRecoverableError: (error) => mended.push(error) }),
      )
      onTestFinished(() => act(async () => app.unmount()))
      await until(() => expect(hrefs()).toEqual([`/${root}/lunch/category/panini/item/porchetta`]))
      expect(box()).toBe(before)
      expect(box().value).toBe('porc')
      expect(mended).toEqual([])
    },
  )
})
