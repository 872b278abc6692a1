// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { WalletListeners, WalletPayment } from '#lib/payments/provider.ts'
import { mountWallets, type WalletStripe } from '#lib/payments/stripe-wallets.ts'
import { paidOrFailed } from '#lib/payments/wallet-buttons.tsx'

type Listener = (event: Record<string, unknown>) => void

/** The wallet parts of Stripe.js: a record of what it was asked for, and its events for the test to send. */
function stripeLike(
  answer: { paymentMethod?: { id: string } | undefined; error?: { message?: string } | undefined } = {},
) {
  const listeners = new Map<string, Listener>()
  const asked = { elements: {}, amounts: [] as number[], submits: 0 }
  const stripe = {
    elements(options: Record<string, unknown>) {
      asked.elements = options
      return {
        create: () => ({
          mount: () => undefined,
          destroy: () => undefined,
          on: (event: string, listener: Listener) => listeners.set(event, listener),
        }),
        update: ({ amount }: { amount: number }) => void asked.amounts.push(amount),
        async submit() {
          asked.submits += 1
          return {}
        },
      }
    },
    createPaymentMethod: async () => answer,
  } as unknown as WalletStripe
  return { stripe, asked, send: (event: string, body = {}) => listeners.get(event)!(body) }
}

const silent: WalletListeners = { onAvailable: () => undefined, mayOpen: () => true, onPay: () => undefined }
const look = { amountCents: 2725, business: 'Bella', onDark: false }
const mount = (stripe: WalletStripe, listeners: Partial<WalletListeners> = {}) =>
  mountWallets(stripe, document.createElement('div'), look, { ...silent, ...listeners })

describe('wallets at Stripe', () => {
  it('are shown only where the device has one', () => {
    const { stripe, send } = stripeLike()
    const onAvailable = vi.fn<(available: boolean) => void>()
    mount(stripe, { onAvailable })
    send('ready', { availablePaymentMethods: undefined })
    expect(onAvailable).toHaveBeenLastCalledWith(false)
    send('ready', { availablePaymentMethods: { applePay: true } })
    expect(onAvailable).toHaveBeenLastCalledWith(true)
    send('loaderror')
    expect(onAvailable).toHaveBeenLastCalledWith(false)
  })

  it('are asked for the amount on the screen, which nothing charges before the server does', () => {
    const { stripe, asked } = stripeLike()
    const wallets = mount(stripe)
    // Stripe.js throws for unknown options, and shows Link only when it is named.
    expect(asked.elements).toEqual({
      mode: 'payment',
      amount: 2725,
      currency: 'usd',
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card', 'link'],
    })
    wallets.setAmount(3012)
    // Stripe throws for amounts below its minimum; the server explains what is wrong with such an order.
    wallets.setAmount(20)
    expect(asked.amounts).toEqual([3012, 50])
  })

  it('open no sheet while nothing can be paid', () => {
    const { stripe, send } = stripeLike()
    let may = false
    mount(stripe, { mayOpen: () => may })
    const click = { resolve: vi.fn<() => void>(), reject: vi.fn<() => void>() }
    send('click', click)
    expect([click.resolve.mock.calls.length, click.reject.mock.calls.length]).toEqual([0, 1])
    may = true
    send('click', click)
    expect([click.resolve.mock.calls.length, click.reject.mock.calls.length]).toEqual([1, 1])
  })

  it('create a payment method when their owner has agreed, and show the provider’s words when they cannot', async () => {
    for (const [answer, expected] of [
      [{ paymentMethod: { id: 'pm_wallet' } }, { id: 'pm_wallet' }],
      [{ error: { message: 'Your card was declined.' } }, { problem: 'Your card was declined.' }],
      [{ error: {} }, { problem: 'Your wallet did not pay. Please try again.' }],
    ] as const) {
      const { stripe, asked, send } = stripeLike(answer)
      let payment: WalletPayment | undefined
      mount(stripe, { onPay: (made) => (payment = made) })
      send('confirm', { paymentFailed: () => undefined })
      expect(await payment!.createPaymentMethod({ name: 'Nora Quill' })).toEqual(expected)
      expect(asked.submits).toBe(1)
    }
  })

  it('hear of a payment that failed, and not of one whose outcome nobody knows', async () => {
    const failed = vi.fn<() => void>()
    const wallet: WalletPayment = { createPaymentMethod: async () => ({ id: 'pm' }), failed }
    for (const state of ['placed', 'done', 'unknown', 'authenticate'])
      await paidOrFailed(wallet, async () => ({ state }))
    expect(failed).not.toHaveBeenCalled()
    for (const state of ['refused', 'card-problem', 'unsent'])
      await paidOrFailed(wallet, async () => ({ state }))
    expect(failed).toHaveBeenCalledTimes(3)
    await expect(paidOrFailed(wallet, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
    expect(failed).toHaveBeenCalledTimes(4)
  })
})
