import type { PaymentProvider } from '#lib/payments/provider.ts'
import type { PayWith } from './plan.ts'
import type { Tab } from './tab.ts'

/** How long (ms) a card's owner takes to answer their bank, and how long when they are called away: longer than a charge may wait. */
const looksMs = 15_000
const calledAwayMs = 10 * 60_000

const notHere = (): never => {
  throw new Error('no fields are mounted here')
}

/** The provider's own pages in a tab, where a card's bank questions its owner. The answers go straight to the provider, not through the restaurant. */
export function bankOf(tab: Tab, owner: PayWith['owner']): PaymentProvider {
  const { phone, life } = tab
  const { world } = phone
  return {
    mountCard: notHere,
    mountWallets: notHere,
    async authenticate(clientSecret) {
      const takesMs = owner === 'late' ? calledAwayMs : 1000 + phone.random.below(looksMs)
      await life.through(() => world.scheduler.wait(takesMs))
      if (!phone.network.hasSignal) return { problem: 'The bank could not be reached.' }
      const isSure = owner !== 'no'
      await life.through(() => world.answerBank(clientSecret, isSure))
      world.tell(life.name, `the card’s owner says ${isSure ? 'yes' : 'no'} to their bank`)
      world.count(`bank: ${owner}`)
      if (owner === 'lost') return { problem: 'The bank could not be reached.' }
      return isSure ? undefined : { problem: 'We are unable to authenticate your payment method.' }
    },
  }
}
