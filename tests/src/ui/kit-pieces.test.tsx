// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field } from '#lib/ui/field.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { PasswordInput } from '#lib/ui/password-input.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { Points } from '#shared/display/rewards-box.tsx'
import { find, press, say, setMedia, show } from '../support/screen.tsx'

beforeEach(() => setMedia({}))

describe('a password', () => {
  it('can be shown and hidden, and says so @LO-07', async () => {
    await show(
      <Field label="PASSWORD">
        {(field) => <PasswordInput {...field} name="password" autoComplete="new-password" />}
      </Field>,
    )
    const input = find<HTMLInputElement>('input', 'PASSWORD')
    const toggle = find('button', 'Show password')
    const said = ['type', 'autocomplete', 'autocapitalize', 'spellcheck'].map((name) =>
      input.getAttribute(name),
    )
    expect(said).toEqual(['password', 'new-password', 'none', 'false'])
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    await press(toggle)
    expect(input.type).toBe('text')
    expect(toggle.getAttribute('aria-pressed')).toBe('true')
    await press(toggle)
    expect(input.type).toBe('password')
  })

  it('may be pasted', async () => {
    await show(<PasswordInput aria-label="PASSWORD" autoComplete="current-password" />)
    const event = new Event('paste', { bubbles: true, cancelable: true })
    await say(find('input'), event)
    expect(event.defaultPrevented).toBe(false)
  })
})

describe('the bar of the points @BC-18', () => {
  it.for([
    [72, 72],
    [-3, 0],
    [140, 100],
  ] as const)('shows %d of 100 points as %d', async ([points, shown]) => {
    await show(
      <Points
        summary={{
          current_points: points,
          points_to_next_reward: 100,
          points_needed: 100,
          reward_message: '',
        }}
      />,
    )
    const bar = find<HTMLProgressElement>('progress')
    expect([bar.value, bar.max, bar.getAttribute('aria-label')]).toEqual([
      shown,
      100,
      'Points to the next reward',
    ])
  })
})

describe('a step', () => {
  function Step({ ends }: { ends: 'disabled' | 'gone' }) {
    const [over, setOver] = useState(false)
    return (
      <StepFrame
        title={over && ends === 'gone' ? 'Everything is paid' : 'Pay'}
        onBack={() => undefined}
        next={{
          label: 'PLACE YOUR ORDER',
          disabled: over && ends === 'disabled',
          onNext: () => setOver(true),
        }}
      >
        <input aria-label="Name" />
        {!over && (
          <button type="button" onClick={() => setOver(true)}>
            PAY WITH THIS CARD
          </button>
        )}
      </StepFrame>
    )
  }
  const focused = () => document.activeElement?.textContent

  it.for([
    ['is gone', 'gone', 'PAY WITH THIS CARD', 'Everything is paid'],
    ['is disabled', 'disabled', 'PLACE YOUR ORDER', 'Pay'],
  ] as const)('gives the focus to its title when what had it %s', async ([, ends, name, title]) => {
    await show(<Step ends={ends} />)
    find('button', name).focus()
    await press(find('button', name))
    expect(focused()).toBe(title)
  })

  it('says that its main button is busy, takes no press meanwhile, and leaves it the focus @VA-17', async () => {
    const next = { label: 'PLACE YOUR ORDER', onNext: () => undefined }
    const step = (busy: boolean) => (
      <StepFrame title="Pay" onBack={() => undefined} next={{ ...next, busy }}>
        <input aria-label="Name" />
      </StepFrame>
    )
    const { again } = await show(step(false))
    const button = find<HTMLButtonElement>('button', 'PLACE YOUR ORDER')
    button.focus()
    await again(step(true))
    expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false])
    expect(document.activeElement).toBe(button)
    await again(step(false))
    expect(button.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('leaves the focus where it is otherwise', async () => {
    await show(<Step ends="gone" />)
    find('input', 'Name').focus()
    await press(find('button', 'PAY WITH THIS CARD'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Name')
  })
})

describe('a button whose press is under way', () => {
  it('keeps the focus and takes no press, not for its form either, until that is over', async () => {
    const pressed = vi.fn<() => void>()
    const sent = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={sent}>
        <Button busy={busy} onClick={pressed}>
          CHECK
        </Button>
        <Button type="submit" busy={busy}>
          SEND
        </Button>
      </form>
    )
    const { again } = await show(form(false))
    const [check, send] = ['CHECK', 'SEND'].map((name) => find<HTMLButtonElement>('button', name))
    send!.focus()
    await again(form(true))
    for (const button of [check!, send!]) await press(button)
    expect([pressed.mock.calls, sent.mock.calls]).toEqual([[], []])
    expect([send!.disabled, send!.getAttribute('aria-disabled'), send!.getAttribute('aria-busy')]).toEqual([
      false,
      'true',
      'true',
    ])
    expect(document.activeElement).toBe(send)
    await again(form(false))
    for (const button of [check!, send!]) await press(button)
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
  })
})

describe('a dialog', () => {
  const closed = vi.fn<() => void>()
  function Page({ stays = false }: { stays?: boolean }) {
    const [open, setOpen] = useState(false)
    const close = (): void => {
      closed()
      if (!stays) setOpen(false)
    }
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Dialog open={open} onClose={close} title="Leave?" actions={<button type="button">Stay</button>}>
          <p>Two changes were not sent.</p>
        </Dialog>
      </>
    )
  }
  beforeEach(() => closed.mockClear())

  it('is modal, named by its title, and gives the focus back', async () => {
    await show(<Page />)
    find('button', 'Open').focus()
    await press(find('button', 'Open'))
    const dialog = find<HTMLDialogElement>('dialog[open]', 'Leave?')
    expect(dialog.contains(document.activeElement)).toBe(true)
    await press(find('button', 'Close'))
    expect(dialog.open).toBe(false)
    expect(document.activeElement?.textContent).toBe('Open')
    expect(closed).toHaveBeenCalledOnce()
    expect(dialog.textContent).toBe('')
  })

  it('that is drawn beside a view which the page began with opens when it has come into its place', async () => {
    const beside = document.createElement('div')
    const root = createRoot(beside)
    onTestFinished(() => act(async () => root.unmount()))
    await act(async () =>
      root.render(
        <Dialog open onClose={closed} title="Sold out today">
          <p>One dish.</p>
        </Dialog>,
      ),
    )
    expect(beside.querySelector('dialog')!.open).toBe(false)
    document.body.append(beside)
    await act(async () => void dispatchEvent(new Event('resize')))
    expect(find<HTMLDialogElement>('dialog', 'Sold out today').open).toBe(true)
  })

  it('asks on Escape, and stays where the answer is no', async () => {
    await show(<Page stays />)
    await press(find('button', 'Open'))
    const escape = new Event('cancel', { cancelable: true })
    await say(find('dialog'), escape)
    expect(escape.defaultPrevented).toBe(true)
    expect(closed).toHaveBeenCalledOnce()
    expect(find<HTMLDialogElement>('dialog').open).toBe(true)
  })

  it('closes on a tap beside it, not on one in it', async () => {
    await show(<Page />)
    await press(find('button', 'Open'))
    await press(find('dialog p'))
    expect(closed).not.toHaveBeenCalled()
    await press(find('dialog'))
    expect(closed).toHaveBeenCalledOnce()
  })
})

describe('a merchant’s HTML', () => {
  it('is added to the page as safe nodes, and changes with the text @LO-08', async () => {
    const page = await show(<MerchantHtml html="<p>Join <b>us</b><script>x()</script></p>" />)
    const place = find('p').parentElement!
    expect(place.innerHTML).toBe('<p>Join <b>us</b></p>')
    await page.again(<MerchantHtml html="<p>Closed</p><img src=x onerror=x()>" />)
    expect(place.innerHTML).toBe('<p>Closed</p>')
  })

  it('opens links of the portal by the router, below its base path, and leaves others to the browser', async () => {
    const html = '<p><a href="/menus?x=1">Menus</a> <a href="https://friends.example/">Friends</a></p>'
    const routeTree = createRootRoute({
      component: () => <MerchantHtml html={html} />,
      notFoundComponent: () => null,
    })
    const history = createMemoryHistory({ initialEntries: ['/portal/'] })
    const router = createRouter({ routeTree, history, basepath: '/portal' })
    await show(<RouterProvider router={router as never} />)
    expect(find('a', 'Menus').getAttribute('href')).toBe('/portal/menus?x=1')
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true })
    await say(find('a', 'Menus'), tap)
    expect(tap.defaultPrevented).toBe(true)
    expect(history.location.href).toBe('/portal/menus?x=1')
    const inNewTab = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
    const away = new MouseEvent('click', { bubbles: true, cancelable: true })
    const prevented: boolean[] = []
    const last = new AbortController()
    // After the page's own handlers: jsdom itself cannot follow a link.
    const stop = (event: Event): void => {
      prevented.push(event.defaultPrevented)
      event.preventDefault()
    }
    document.addEventListener('click', stop, { signal: last.signal })
    await say(find('a', 'Menus'), inNewTab)
    await say(find('a', 'Friends'), away)
    last.abort()
    expect(prevented).toEqual([false, false])
  })
})
