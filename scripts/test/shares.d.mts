export type LargeRun =
  | 'hostile texts in HTML'
  | 'orders priced on device and server'
  | 'orders taxed by class'
  | 'orders over a network that breaks'
  | 'evenings of two people with one phone'
  | 'guesses at a gift card'
  | 'food orders by any mix of cards'
  | 'gift card orders by any price and code'
  | 'orders that go back in parts'
  | 'orders by two tenders that go back in parts on the server'
  | 'copies of orders by two tenders that go back in parts on the server'
  | 'cancels against starts'
  | 'sessions from seeds'
export const shares: Record<LargeRun, { whole: number; share: number; isDaily?: boolean }>
export const wholeEnvironment: Record<string, string>
export function isWhole(): boolean
export function countOf(name: LargeRun): number
export function sharesInWords(): string
