import { loadStripe } from '@stripe/stripe-js/pure'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { loadProvider } from '#lib/payments/load-provider.ts'

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: vi.fn<typeof loadStripe>() }))
const load = vi.mocked(loadStripe)

/** Stripe.js as it comes from Stripe, and the key that is passed to it. */
describe('the provider that Stripe’s script makes', () => {
  const handleCardAction = vi.fn<(clientSecret: string) => Promise<object>>()
  beforeEach(() => {
    load.mockReset()
    load.mockResolvedValue({ handleCardAction } as never)
    handleCardAction.mockReset()
    handleCardAction.mockResolvedValue({})
  })

  it.each([
    ['pk_live_1', ['pk_live_1', { locale: 'en' }]],
    ['pk_live_platform acct_1', ['pk_live_platform', { locale: 'en', stripeAccount: 'acct_1' }]],
  ])(
    'a key goes to Stripe alone, and a platform’s with the connected account: %s',
    async (publishableKey, asked) => {
      const provider = await loadProvider({ provider: 'stripe', publishableKey })
      expect(load.mock.calls).toEqual([asked])
      expect(await provider.authenticate('pi_1_secret')).toBeUndefined()
      expect(handleCardAction.mock.calls).toEqual([['pi_1_secret']])
    },
  )

  it('its fields use the guest’s language, whatever the browser’s is', async () => {
    setTranslation(es)
    onTestFinished(() => setTranslation(undefined))
    await loadProvider({ provider: 'stripe', publishableKey: 'pk_live_1' })
    expect(load.mock.calls).toEqual([['pk_live_1', { locale: 'es' }]])
  })

  it('a page in which Stripe’s script cannot work says so', async () => {
    load.mockResolvedValue(null)
    await expect(loadProvider({ provider: 'stripe', publishableKey: 'pk_live_1' })).rejects.toThrow(
      'the card provider is not available here',
    )
  })
})
