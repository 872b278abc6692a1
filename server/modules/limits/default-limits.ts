/** At most `most` in each window of so many minutes. */
export type Limit = {
  most: number
  minutes: number
  /** More than so many are let through only with a human verification. */
  verifyAfter?: number
  /** The window begins anew with the last one that is let through: whoever uses it up waits a whole one. */
  fromLast?: boolean
}

/**
 * How often may be tried: by one client, which is a network (plugins/client-address), about one mail address, and at one location by all clients
 * together. Meant to stop machines: a family, an office or a café behind one address never meets them, and guessing is stopped much earlier by the
 * lock after five wrong passwords. What succeeds at signing in does not count. The counts of a location are far above what its own guests do; they
 * are for an attack from many networks, and over soon after it.
 */
export const defaultLimits = {
  signInOfClient: { most: 200, minutes: 15 },
  signInOfLocation: { most: 5000, minutes: 15 },
  /** Of all networks that its owner has not been in lately. */
  signInOfAddress: { most: 30, minutes: 60 },
  signInOfAddressToday: { most: 100, minutes: 24 * 60 },
  registerOfClient: { most: 60, minutes: 60 },
  registerOfLocation: { most: 1000, minutes: 60 },
  /** Each sends an email. */
  registerOfAddress: { most: 10, minutes: 60 },
  resetOfClient: { most: 60, minutes: 60 },
  resetOfLocation: { most: 1000, minutes: 60 },
  resetOfAddress: { most: 10, minutes: 60 },
  resendOfClient: { most: 60, minutes: 60 },
  resendOfLocation: { most: 1000, minutes: 60 },
  resendOfAddress: { most: 10, minutes: 60 },
  /** A link's token has 192 bits; this saves the work of looking guesses up. */
  linkOfClient: { most: 120, minutes: 15 },
  linkOfLocation: { most: 3000, minutes: 15 },
  /** Codes beside a password (decision 064): six digits, of which three are right at any time. What is right is given back. */
  secondStepOfClient: { most: 60, minutes: 15 },
  secondStepOfLocation: { most: 2000, minutes: 15 },
  secondCodeOfUser: { most: 10, minutes: 15 },
  secondCodeOfUserToday: { most: 40, minutes: 24 * 60 },
  passwordOfUser: { most: 30, minutes: 60 },
  /** Everything that is kept of somebody, in one answer. */
  exportOfUser: { most: 20, minutes: 60 },
  /** What browsers report of the pages' policy: one page can make dozens, and nobody needs more of the same. */
  policyReportOfClient: { most: 60, minutes: 60 },
  policyReportOfLocation: { most: 2000, minutes: 60 },
  /** Codes of kitchen tablets: eight digits, ten minutes. What is right is given back. */
  tabletCodeOfClient: { most: 10, minutes: 15 },
  tabletCodeOfLocation: { most: 300, minutes: 15 },
  /** A message is an email to the restaurant. */
  contactOfClient: { most: 30, minutes: 60 },
  contactOfLocation: { most: 300, minutes: 60 },
  contactOfAddress: { most: 10, minutes: 60 },
  /** One address takes some twenty calls to type. */
  placesOfClient: { most: 1200, minutes: 60 },
  placesOfLocation: { most: 60_000, minutes: 60 },
  /** Orders begun: each is kept for a while, whoever comes back for it. */
  startOfClient: { most: 300, minutes: 15 },
  startOfLocation: { most: 10_000, minutes: 15 },
  /** Payments whose end a device asks for: an unknown key is kept for 30 days. A device asks a few times for one whose answer was lost. */
  withdrawOfClient: { most: 600, minutes: 15 },
  withdrawOfLocation: { most: 20_000, minutes: 15 },
  /** Sign-outs that were made offline; each is kept for a day. */
  revokeOfClient: { most: 300, minutes: 15 },
  revokeOfLocation: { most: 10_000, minutes: 15 },
  /** Challenges of the embedded verification: each is some thousand rounds of a hash here. */
  challengeOfClient: { most: 600, minutes: 15 },
  challengeOfLocation: { most: 20_000, minutes: 15 },
  /** Browsers that ask to be told of an order. */
  pushOfTicket: { most: 30, minutes: 60 },
  pushOfClient: { most: 240, minutes: 60 },
  pushOfLocation: { most: 10_000, minutes: 60 },
  /** Passes for phones' wallets: each is asked for, then fetched, and signing one is work. */
  passOfClient: { most: 120, minutes: 15 },
  passOfLocation: { most: 5000, minutes: 15 },
  promoOfTicket: { most: 60, minutes: 60 },
  promoOfClient: { most: 240, minutes: 60 },
  promoOfLocation: { most: 10_000, minutes: 60 },
  /**
   * Card payments (decision 035): those on their way and those that were not made, together. Taken before the provider is asked and given back when it
   * has charged, so that of any number at once no more than these reach it.
   */
  payingOfClient: { most: 10, minutes: 60 },
  payingOfOrder: { most: 10, minutes: 60 },
  payingOfUser: { most: 10, minutes: 60 },
  payingOfAddress: { most: 10, minutes: 60 },
  payingOfCard: { most: 5, minutes: 60 },
  payingOfLocation: { most: 300, minutes: 15 },
  /** Those of them that the provider declined: what a person is asked to show themselves for. */
  declinedOfClient: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfOrder: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfUser: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfAddress: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfCard: { most: 5, minutes: 60, verifyAfter: 3 },
  declinedOfLocation: { most: 300, minutes: 15, verifyAfter: 30 },
  /** Gift cards bought in a day, in cents. How many stands in the merchant's files (`gift_card_limits`). */
  giftCentsOfClient: { most: 50_000, minutes: 24 * 60 },
  giftCentsOfAddress: { most: 50_000, minutes: 24 * 60 },
  giftCentsOfCard: { most: 50_000, minutes: 24 * 60 },
  giftCentsOfUser: { most: 200_000, minutes: 24 * 60 },
  /** Changes of gifts that were bought; each that sends a message again counts for its order, too. */
  giftOfClient: { most: 120, minutes: 60 },
  giftOfLocation: { most: 5000, minutes: 60 },
  giftPassedOfUser: { most: 30, minutes: 24 * 60 },
  giftSentOfOrder: { most: 5, minutes: 24 * 60 },
  /**
   * Gift card numbers and claim codes that led to nothing (docs/faults.md, X4). A client is a wide network here (/24, /48). The wide ones are for an
   * attack from everywhere: a location's own guests do not come near them, and are only asked for a verification when somebody else does.
   */
  cardGuessOfClient: { most: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfSession: { most: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfUser: { most: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfLocation: { most: 2000, minutes: 60, verifyAfter: 100 },
  cardGuessOverall: { most: 20_000, minutes: 60, verifyAfter: 1000 },
  /** Gift cards that managers looked for and did not find: somebody else with a manager's session would. */
  cardFindOfUser: { most: 30, minutes: 60 },
  cardFindOfLocation: { most: 200, minutes: 60 },
  /** Failed and refused ones together; one more is an alarm, and no refusal. */
  cardGuessAlarm: { most: 100, minutes: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
