// @vitest-environment jsdom
import { act, useEffect, useState } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { PaymentProvider, WalletListeners } from '#lib/payments/provider.ts'
import { WalletButtons } from '#lib/payments/wallet-buttons.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

beforeEach(() => setMedia({}))

/** A wallet's buttons on a payment step whose order can change, and a record of the payments. */
async function openStep() {
  let listeners: WalletListeners | undefined
  /** For each mount, whether the buttons were made for a dark page. */
  const looks: boolean[] = []
  const provider = {
    mountWallets(_place, { onDark }, given) {
      looks.push(onDark)
      listeners = given
      given.onAvailable(true)
      return { setAmount: () => undefined, unmount: () => undefined }
    },
  } as Partial<PaymentProvider> as PaymentProvider
  const done: string[] = []
  const step = { amountCents: 2725, locked: false }
  let draw: (next: typeof step) => void = () => undefined
  const Step = () => {
    const [now, set] = useState(step)
    useEffect(() => {
      draw = set
    }, [])
    return (
      <WalletButtons
        {...now}
        provider={provider}
        before="or"
        onPay={() => void done.push(`paid ${now.amountCents}`)}
      />
    )
  }
  await show(sitePage({ '/': Step }).page)
  await until(() => expect(listeners).toBeDefined())
  return {
    done,
    looks,
    tap: () => act(async () => void done.push(listeners!.mayOpen() ? 'open' : 'shut')),
    confirm: () =>
      act(async () =>
        listeners!.onPay({
          createPaymentMethod: async () => ({ id: 'pm' }),
          failed: () => void done.push('failed'),
        }),
      ),
    change: (changes: Partial<typeof step>) => act(async () => draw({ ...step, ...changes })),
  }
}

it('are left out when the provider refuses to create them, and nothing else is lost', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (cause: unknown) => reported.push(cause))
  const provider = {
    mountWallets() {
      throw new Error('IntegrationError: no such option')
    },
  } as Partial<PaymentProvider> as PaymentProvider
  const Step = () => (
    <>
      <WalletButtons
        provider={provider}
        amountCents={2725}
        locked={false}
        before="or"
        onPay={() => undefined}
      />
      <p>Card number</p>
    </>
  )
  await show(sitePage({ '/': Step }).page)
  await until(() => expect(reported).toHaveLength(1))
  expect(find('p', 'Card number')).toBeTruthy()
  expect(find('[role="group"]', 'Pay with a wallet').getAttribute('aria-hidden')).toBe('true')
  vi.unstubAllGlobals()
})

it('pay what their sheet has shown', async () => {
  const step = await openStep()
  await step.tap()
  await step.confirm()
  expect(step.done).toEqual(['open', 'paid 2725'])
})

it.each([
  {
    what: 'the total has changed',
    amountCents: 3125,
    locked: false,
    why: 'Your total changed while your wallet was open. Check it, and tap again.',
  },
  {
    what: 'nothing can be paid just now',
    amountCents: 2725,
    locked: true,
    why: 'Your order could not be paid at that moment. Please tap again.',
  },
])('pay nothing where $what under the open sheet, and say so', async ({ amountCents, locked, why }) => {
  const step = await openStep()
  await step.tap()
  await step.change({ amountCents, locked })
  await step.confirm()
  expect(step.done).toEqual(['open', 'failed'])
  const alert = find('[role="alert"]')
  expect(alert.textContent).toBe(`Nothing was paid${why}`)
  // A screen reader would skip an inert part.
  expect(alert.closest('[inert], [aria-hidden=true]')).toBeNull()
  // The guest has seen and accepted the new amount.
  await step.change({ amountCents, locked: false })
  await step.tap()
  await step.confirm()
  expect(step.done.slice(2)).toEqual(['open', `paid ${amountCents}`])
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

it.each([
  { when: 'nobody has opened their sheet', opened: false, looks: [false, true] },
  { when: 'their sheet was opened: it may be open still', opened: true, looks: [false] },
])('turn dark with the page: $when', async ({ opened, looks }) => {
  const turns = new Set<() => void>()
  let dark = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return dark
    },
    addEventListener: (_: string, listener: () => void) => turns.add(listener),
    removeEventListener: (_: string, listener: () => void) => turns.delete(listener),
  }))
  document.documentElement.style.colorScheme = 'light dark'
  onTestFinished(() => {
    vi.unstubAllGlobals()
    document.documentElement.removeAttribute('style')
  })
  const step = await openStep()
  if (opened) await step.tap()
  dark = true
  await act(async () => turns.forEach((turn) => turn()))
  expect(step.looks).toEqual(looks)
})
