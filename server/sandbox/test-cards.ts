/** How a card behaves when it is charged. */
type CardBehaviour = {
  brand: string
  /** Declined with this message and code, after authentication if that is also set. */
  decline?: { code: string; message: string }
  authenticate?: boolean
  /** Refunds to it fail. */
  refusesRefunds?: boolean
}

const insufficient = { code: 'insufficient_funds', message: 'Your card has insufficient funds.' }
const generic = { code: 'generic_decline', message: 'Your card was declined.' }

/** The test numbers that Stripe publishes (docs.stripe.com/testing). Every other number is refused: the sandbox must never take a real card. */
const cards: Record<string, CardBehaviour> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '2223003122003222': { brand: 'mastercard' },
  '5200828282828210': { brand: 'mastercard' },
  '5105105105105100': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '371449635398431': { brand: 'amex' },
  '6011111111111117': { brand: 'discover' },
  '6011000990139424': { brand: 'discover' },
  '3056930009020004': { brand: 'diners' },
  '36227206271667': { brand: 'diners' },
  '3566002020360505': { brand: 'jcb' },
  '6200000000000005': { brand: 'unionpay' },
  '4000000000000002': { brand: 'visa', decline: generic },
  '4000000000009995': { brand: 'visa', decline: insufficient },
  '4000000000009987': { brand: 'visa', decline: { code: 'lost_card', message: 'Your card was declined.' } },
  '4000000000009979': { brand: 'visa', decline: { code: 'stolen_card', message: 'Your card was declined.' } },
  '4000000000000069': { brand: 'visa', decline: { code: 'expired_card', message: 'Your card has expired.' } },
  '4000000000000127': {
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000000000000119': {
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000005126': { brand: 'visa', refusesRefunds: true },
  '4000002500003155': { brand: 'visa', authenticate: true },
  '4000002760003184': { brand: 'visa', authenticate: true },
  '4000008260003178': { brand: 'visa', authenticate: true, decline: insufficient },
  '4000008400001629': { brand: 'visa', authenticate: true, decline: generic },
}

/** A number's behavior, or undefined when it is not one of the published test numbers. */
export const findTestCard = (number: string): CardBehaviour | undefined => cards[number]
