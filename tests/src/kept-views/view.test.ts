// @vitest-environment jsdom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildBeginScript, buildKeptPage } from '#contract/page-format.ts'
import { BrokenScreen } from '#features/layout/screens/broken-screen.tsx'
import { captureView } from '#lib/paint/kept-view.ts'
import { Unreachable } from '#lib/paint/screen-states.tsx'
import { showInPlace } from '../../../src/launch/show-in-place.ts'
import { takePlace } from '../../../src/launch/take-place.ts'

const place = (markup: string): HTMLElement => {
  const root = document.createElement('div')
  root.id = 'root'
  root.innerHTML = markup
  return root
}

function onPage(markup: string): HTMLElement {
  Object.assign(document, { adoptedStyleSheets: [] })
  const root = place(markup)
  document.body.replaceChildren(root)
  return root
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('a view of a screen', () => {
  it('contains the chosen entry of a list, not its first', () => {
    const root = onPage(
      '<main><h1>Review order</h1><select><option selected>1</option><option>2</option></select></main>',
    )
    root.querySelector('select')!.value = '2'
    const copy = place(captureView(root)!.markup)
    expect([copy.querySelector('select')!.value, root.querySelector('select')!.value]).toEqual(['2', '2'])
  })

  it('contains nothing that was typed, that is a frame’s secret, or that depends on the time', () => {
    const view = captureView(
      onPage(`<main><h1>Checkout</h1>
        <input type="text" value="Nora"><input type="password" value="s3cret"><textarea>No onions</textarea>
        <input type="radio" value="tip-20" checked><iframe src="/card"></iframe>
        <p data-live-text>as of <b>3 min ago</b></p><p data-strip>Offline</p></main>`),
    )!
    for (const gone of ['Nora', 's3cret', 'No onions', 'iframe', '3 min ago', 'Offline'])
      expect(view.markup).not.toContain(gone)
    expect(view.markup).toContain('value="tip-20"')
    expect(view.markup).toContain('<h1>Checkout</h1>')
  })

  it('contains no marks of earlier taps, which the next launch would repeat', () => {
    const { markup } = captureView(
      onPage(`<main><h1>Menu</h1><details data-toggled=""><summary>Allergens</summary>
        <input type="checkbox" data-chosen=""></details><input data-typed="">
        <button data-taps="1 2">More</button><button data-pressed="">Add</button></main>`),
    )!
    expect(markup).not.toMatch(/data-(toggled|chosen|taps|pressed|typed)/)
    expect(markup).toContain('Allergens')
  })

  it('contains no answer that was only on the screen, because somebody else may open the next one', () => {
    const { markup } = captureView(
      onPage(`<main><h1>Check a card</h1><div data-once>6006 4955 5555 0004</div>
        <div role="alert">ada@example.com is not known here</div><p>Find the digits</p></main>`),
    )!
    for (const gone of ['6006', 'ada@example.com']) expect(markup).not.toContain(gone)
    expect(markup).toContain('Find the digits')
  })

  it('is not stored while something on it is still loading', () => {
    expect(captureView(onPage('<main><h1>Cards</h1><div data-loading></div></main>'))).toBeUndefined()
    expect(captureView(onPage('<main></main>'))).toBeUndefined()
  })

  it('is not stored for a screen that could not be loaded, or broke', () => {
    for (const failed of [
      createElement(Unreachable, {
        failed: { kind: 'offline', details: {} },
        what: 'The menu',
        onRetry: () => {},
      }),
      createElement(BrokenScreen, { error: new Error('odd') }),
    ])
      expect(captureView(onPage(`<main><h1>Menu</h1>${renderToStaticMarkup(failed)}</main>`))).toBeUndefined()
  })

  it('ends a little below the window, and keeps its fixed elements', () => {
    const root = onPage(
      '<main><h1>Menu</h1><ul><li id="near">Pizza</li><li id="far">Tea</li></ul></main><nav id="bar">Order</nav>',
    )
    const at = (top: number, bottom: number) => ({ top, bottom, height: bottom - top }) as DOMRect
    const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      if (this.id === 'far' || this.id === 'bar') return at(9000, 9100)
      return this.id === 'near' ? at(100, 200) : at(0, 9100)
    })
    document.getElementById('bar')!.style.position = 'fixed'
    const { markup } = captureView(root)!
    boxes.mockRestore()
    expect(markup).toContain('Pizza')
    expect(markup).not.toContain('Tea')
    expect(markup).toContain('Order')
  })

  it('has nothing of what is hidden, such as the dishes of a menu while one is searched for', () => {
    const { markup } = captureView(
      onPage('<main><h1>Order</h1><ul><li>Found</li></ul><div hidden><h2>Pizza</h2></div></main>'),
    )!
    expect(markup).toContain('<li>Found</li></ul><div hidden=""></div>')
  })

  it('says in rules what scripts have set on single elements', () => {
    const { markup, css } = captureView(onPage('<main><h1 style="height: 12px">Menu</h1></main>'))!
    expect(markup).not.toContain(' style="')
    expect(css).toContain('height: 12px')
  })
})

it('has the rules of the stylesheets that came with screens, as far as they apply, and not those of every page', () => {
  const sheetOf = (css: string, ...attributes: string[]) => {
    const style = Object.assign(document.createElement('style'), { textContent: css })
    for (const name of attributes) style.setAttribute(name, '')
    return style
  }
  const sheets = [
    sheetOf('.title_1 { color: red }'),
    sheetOf(
      '.title_1 { gap: 5px } @media print { .title_1 .other_1 { gap: 6px } } .other_1 { gap: 7px } h1 { gap: 8px }',
      'data-screen-style',
    ),
  ]
  document.head.append(...sheets)
  onTestFinished(() => sheets.forEach((sheet) => sheet.remove()))
  const { css } = captureView(onPage('<main><h1 class="title_1">Menu</h1></main>'))!
  expect([...css.matchAll(/gap: (\d)px/g)].map(([, number]) => number)).toEqual(['5', '6', '8'])
  expect(css).not.toContain('red')
})

describe('the page that begins with a view', () => {
  const begin = buildBeginScript('/assets/begin-1.js', {
    portal: '/assets/index-1.js',
    parts: '/assets/react-1.js',
  })
  const shell = `<html><head>${begin}<link rel="modulepreload" crossorigin href="/assets/react-1.js">\n</head><body><div id="root"></div></body></html>`
  const view = {
    markup: '<main>$& $1</main>',
    css: 'p{content:"</style><script>"}',
  }

  it('has it in the root, with its address and its styles, and prefetches nothing', () => {
    const { html, style } = buildKeptPage(shell, '/menus?q="<x>', view)!
    expect(html).toContain('<div id="root" data-kept="/menus?q=&#34;&#60;x&#62;"><main>$& $1</main></div>')
    expect(html).toContain(`>${style}</style>`)
    expect(style).not.toContain('</style')
    expect(html).not.toContain('modulepreload')
  })

  it('is none where the page already shows something, or is not ours', () => {
    expect(
      buildKeptPage(shell.replace('<div id="root"></div>', '<div id="root">x</div>'), '/', view),
    ).toBeUndefined()
    expect(buildKeptPage('<div id="root"></div>', '/', view)).toBeUndefined()
  })
})

describe('the screen that replaces its view', () => {
  const screen = '<main><h1>Login</h1><input name="email"><button>Show</button><button>Login</button></main>'

  it('comes when it is complete, and not before', async () => {
    const root = onPage('<main><h1>Login</h1></main>')
    const drawn = place('<main><h1>Login</h1><div data-loading></div></main>')
    const done = showInPlace(root, drawn)
    await Promise.resolve()
    expect(root.isConnected).toBe(true)
    drawn.querySelector('[data-loading]')!.remove()
    await done
    expect(document.getElementById('root')).toBe(drawn)
  })

  it.each([
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))],
    ['fails', () => Promise.resolve({ showInPlace: () => Promise.reject(new Error('odd')) })],
  ])('comes as it is where what puts it there %s', async (_what, load) => {
    const root = onPage(screen)
    const drawn = place(screen)
    const waking = vi.fn<() => void>()
    addEventListener('larder:waking', waking, { once: true })
    await expect(takePlace(root, drawn, load())).rejects.toThrow(/odd|Failed to fetch/)
    expect(document.getElementById('root')).toBe(drawn)
    expect(waking).toHaveBeenCalledOnce()
  })

  it('keeps what was typed, the focus, and the press of a button', async () => {
    const root = onPage(screen)
    const drawn = place(screen)
    const pressed = vi.fn<() => void>()
    drawn.querySelectorAll('button')[1]!.addEventListener('click', pressed)
    root.querySelectorAll('button')[1]!.setAttribute('data-pressed', '')
    const field = root.querySelector('input')!
    field.focus()
    field.value = 'ada@example.com'
    await showInPlace(root, drawn)
    expect(drawn.querySelector('input')!.value).toBe('ada@example.com')
    expect(document.activeElement).toBe(drawn.querySelector('input'))
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('keeps the press of a button whose text has another number by then', async () => {
    const bar = (words: string): string =>
      `<main><h1>Pizza</h1><button type="submit">${words}</button></main>`
    const root = onPage(bar('<span>ADD</span><span class="price" data-live-text>&nbsp;</span>'))
    const drawn = place(bar('<span>ADD</span><span class="price">$16.00</span>'))
    const pressed = vi.fn<() => void>()
    drawn.querySelector('button')!.addEventListener('click', pressed)
    root.querySelector('button')!.setAttribute('data-pressed', '')
    await showInPlace(root, drawn)
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('keeps what the guest has opened, and not what the view began with', async () => {
    const folds = `<main><h1>Pizza</h1><details><summary>Customize</summary>Basil</details>
      <details><summary>Allergens</summary>Milk</details></main>`
    const root = onPage(folds)
    const drawn = place(folds)
    const [customize, allergens] = root.querySelectorAll('details')
    customize!.open = true
    customize!.dataset['toggled'] = ''
    allergens!.open = true
    await showInPlace(root, drawn)
    expect([...drawn.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, false])
  })

  it('keeps the position of a row that the guest has scrolled', async () => {
    const rows = '<main><h1>Pizza</h1><ul class="tabs">Lunch</ul><ul class="tabs second">Pizza</ul></main>'
    const root = onPage(rows)
    const drawn = place(rows)
    root.querySelectorAll('ul')[1]!.scrollLeft = 120
    const [first, second] = drawn.querySelectorAll('ul')
    for (const row of [first!, second!])
      row.scrollTo = ((to: ScrollToOptions) => void (row.scrollLeft = to.left!)) as typeof row.scrollTo
    await showInPlace(root, drawn)
    expect([first!.scrollLeft, second!.scrollLeft]).toEqual([0, 120])
  })

  it('keeps the selection in a field: text typed next replaces it', async () => {
    const amount = '<main><h1>Gift cards</h1><input name="quantity" value="12" /></main>'
    const root = onPage(amount)
    const drawn = place(amount)
    const field = root.querySelector('input')!
    field.focus()
    field.select()
    await showInPlace(root, drawn)
    const { selectionStart, selectionEnd } = drawn.querySelector('input')!
    expect([selectionStart, selectionEnd]).toEqual([0, 2])
  })

  it.each([
    { typed: '600649555555', caret: 12, shown: '6006 4955 5555', kept: 14 },
    { typed: '600649555555', caret: 6, shown: '6006 4955 5555', kept: 7 },
    { typed: '21255', caret: 0, shown: '(212) 55', kept: 1 },
    { typed: 'Nora', caret: 2, shown: 'Nora', kept: 2 },
  ])(
    'keeps the caret at the same character when a mask groups the text: $typed at $caret',
    async ({ typed, caret, shown, kept }) => {
      const form = '<main><h1>Gift cards</h1><input name="card-number" /></main>'
      const root = onPage(form)
      const drawn = place(form)
      const [field, to] = [root.querySelector('input')!, drawn.querySelector('input')!]
      to.addEventListener('input', () => (to.value = shown))
      field.focus()
      field.value = typed
      field.setSelectionRange(caret, caret)
      await showInPlace(root, drawn)
      expect([to.value, to.selectionStart, to.selectionEnd]).toEqual([shown, kept, kept])
    },
  )

  it.each([{ touched: false }, { touched: true }])(
    'is awaited longer when somebody has used the view (touched: $touched)',
    async ({ touched }) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const root = onPage(screen)
      const drawn = place(`<div data-loading></div>`)
      if (touched) root.querySelector('button')!.dataset['pressed'] = ''
      const done = showInPlace(root, drawn)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(root.isConnected).toBe(touched)
      drawn.innerHTML = screen
      const pressed = vi.fn<() => void>()
      drawn.querySelector('button')!.addEventListener('click', pressed)
      await vi.advanceTimersByTimeAsync(1000)
      await done
      expect([drawn.isConnected, pressed.mock.calls.length]).toEqual([true, touched ? 1 : 0])
    },
  )

  it('has what was typed on the view, also where the device has kept an earlier text', async () => {
    const form = '<main><h1>Contact</h1><input name="first" value=""></main>'
    const root = onPage(form)
    const drawn = place(form.replace('value=""', 'value="Nora"'))
    const [field, to] = [root.querySelector('input')!, drawn.querySelector('input')!]
    const heard = vi.fn<() => void>()
    to.addEventListener('input', heard)
    field.value = 'Ada'
    field.dataset['typed'] = ''
    await showInPlace(root, drawn)
    expect([to.value, heard.mock.calls.length]).toEqual(['Ada', 1])
  })

  it('has what a browser has restored over what stood there, and not over what the device has kept', async () => {
    const form = '<main><h1>Cards</h1><input name="quantity" value="1"><input name="price" value=""></main>'
    const root = onPage(form)
    const drawn = place(form.replace('value=""', 'value="25"'))
    for (const [name, text] of [
      ['quantity', '2'],
      ['price', '40'],
    ])
      root.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = text!
    await showInPlace(root, drawn)
    expect([...drawn.querySelectorAll('input')].map(({ value }) => value)).toEqual(['2', '25'])
  })

  it('has the taps that answer something in their order, after the choices and before the button', async () => {
    const form =
      '<main><h1>Pizza</h1><button aria-pressed="false">Extra</button><button data-each-tap>More</button><button>Add</button><input type="checkbox" name="a"><input type="checkbox" name="b"></main>'
    const root = onPage(form)
    const drawn = place(form)
    const heard: string[] = []
    drawn.addEventListener('click', ({ target }) => {
      const at = target as HTMLInputElement
      heard.push(at.name || at.textContent)
      // Like React, which renders a tap's effect after it.
      void Promise.resolve().then(() => heard.push('drawn'))
    })
    root.querySelector<HTMLElement>('[data-each-tap]')!.dataset['taps'] = '1 3'
    root.querySelector<HTMLElement>('[aria-pressed]')!.dataset['taps'] = '2'
    root.querySelectorAll('button')[2]!.dataset['pressed'] = ''
    for (const field of root.querySelectorAll('input')) {
      field.dataset['chosen'] = ''
      field.checked = true
    }
    await showInPlace(root, drawn)
    await Promise.resolve()
    expect(heard).toEqual(['a', 'b', 'More', 'Extra', 'More', 'Add'].flatMap((one) => [one, 'drawn']))
  })

  it('keeps the choice from a list', async () => {
    const form =
      '<main><h1>Order</h1><select><option value="1">1</option><option value="2">2</option></select></main>'
    const root = onPage(form)
    const drawn = place(form)
    const heard = vi.fn<() => void>()
    drawn.querySelector('select')!.addEventListener('change', heard)
    root.querySelector('select')!.value = '2'
    root.querySelector('select')!.dataset['chosen'] = ''
    await showInPlace(root, drawn)
    expect([drawn.querySelector('select')!.value, heard.mock.calls.length]).toEqual(['2', 1])
  })

  it('does not come between a touch and its click', async () => {
    const root = onPage(screen)
    const drawn = place(screen)
    document.documentElement.setAttribute('data-held', '')
    const done = showInPlace(root, drawn)
    await new Promise((resolve) => setTimeout(resolve))
    expect(root.isConnected).toBe(true)
    dispatchEvent(new Event('pointerup'))
    await done
    document.documentElement.removeAttribute('data-held')
    expect(drawn.isConnected).toBe(true)
  })

  it('has what was chosen on the view, and what stands beside it is let go', async () => {
    const form = `<main><h1>Send a gift card</h1>
      <input type="radio" name="way" value="text" checked><input type="radio" name="way" value="email">
      <input type="checkbox" name="news"><input type="checkbox" name="terms" checked>
      <input type="checkbox" name="later">
      <select name="quantity"><option value="one">1</option><option value="two">2</option></select></main>`
    const root = onPage(form)
    const drawn = place(form)
    const heard: string[] = []
    for (const type of ['click', 'change'])
      drawn.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as HTMLInputElement).name}`))
    for (const name of ['[value=email]', '[name=news]', '[name=terms]'])
      root.querySelector(name)!.setAttribute('data-chosen', '')
    root.querySelector<HTMLInputElement>('[value=email]')!.checked = true
    root.querySelector<HTMLInputElement>('[name=news]')!.checked = true
    root.querySelector<HTMLInputElement>('[name=terms]')!.checked = false
    // Nobody chose these: a browser restores forms, and a list selects its first entry where the markup names none.
    root.querySelector<HTMLInputElement>('[name=later]')!.checked = true
    drawn.querySelector('select')!.value = 'two'
    await showInPlace(root, drawn)
    const checked = [...drawn.querySelectorAll('input')].map((field) => field.checked)
    expect([checked, drawn.querySelector('select')!.value]).toEqual([
      [false, true, true, false, false],
      'two',
    ])
    // Applied as a click, the event that the portal listens for.
    expect(heard).toEqual(expect.arrayContaining(['click way', 'click news', 'click terms']))
    expect(heard).not.toContain('change quantity')
  })
})
