/** At most `max` in each window of so many minutes. */
export type Limit = {
  max: number
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
  signInOfClient: { max: 200, minutes: 15 },
  signInOfLocation: { max: 5000, minutes: 15 },
  /** Of all networks that its owner has not been in lately. */
  signInOfAddress: { max: 30, minutes: 60 },
  signInOfAddressToday: { max: 100, minutes: 24 * 60 },
  registerOfClient: { max: 60, minutes: 60 },
  registerOfLocation: { max: 1000, minutes: 60 },
  /** Each sends an email. */
  registerOfAddress: { max: 10, minutes: 60 },
  resetOfClient: { max: 60, minutes: 60 },
  resetOfLocation: { max: 1000, minutes: 60 },
  resetOfAddress: { max: 10, minutes: 60 },
  resendOfClient: { max: 60, minutes: 60 },
  resendOfLocation: { max: 1000, minutes: 60 },
  resendOfAddress: { max: 10, minutes: 60 },
  /** Invitations by owners: apart from what strangers ask to be sent to the same address. */
  inviteOfUser: { max: 60, minutes: 60 },
  inviteOfAddress: { max: 10, minutes: 60 },
  /** A link's token has 192 bits; this saves the work of looking guesses up. */
  linkOfClient: { max: 120, minutes: 15 },
  linkOfLocation: { max: 3000, minutes: 15 },
  /** Codes beside a password (decision 064): six digits, of which three are right at any time. What is right is given back. */
  secondStepOfClient: { max: 60, minutes: 15 },
  secondStepOfLocation: { max: 2000, minutes: 15 },
  secondCodeOfUser: { max: 10, minutes: 15 },
  secondCodeOfUserToday: { max: 40, minutes: 24 * 60 },
  passwordOfUser: { max: 30, minutes: 60 },
  /** Everything that is kept of somebody, in one answer. */
  exportOfUser: { max: 20, minutes: 60 },
  /** What browsers report of the pages' policy: one page can make dozens, and nobody needs more of the same. */
  policyReportOfClient: { max: 60, minutes: 60 },
  policyReportOfLocation: { max: 2000, minutes: 60 },
  /** Codes of kitchen tablets: eight digits, ten minutes. What is right is given back. */
  tabletCodeOfClient: { max: 10, minutes: 15 },
  tabletCodeOfLocation: { max: 300, minutes: 15 },
  /** A message is an email to the restaurant. */
  contactOfClient: { max: 30, minutes: 60 },
  contactOfLocation: { max: 300, minutes: 60 },
  contactOfAddress: { max: 10, minutes: 60 },
  /** One address takes some twenty calls to type. */
  placesOfClient: { max: 1200, minutes: 60 },
  placesOfLocation: { max: 60_000, minutes: 60 },
  /** Orders begun: each is kept for a while, whoever comes back for it. */
  startOfClient: { max: 300, minutes: 15 },
  startOfLocation: { max: 10_000, minutes: 15 },
  /**
   * Changes that guests and members make: what each answers is kept under its key. A large answer counts for several (modules/limits/changes.ts). A room full
   * of guests behind one address begins 300 orders in this time at most, each with some ten changes.
   */
  changeOfClient: { max: 3000, minutes: 15 },
  changeOfOrder: { max: 1000, minutes: 15 },
  changeOfLocation: { max: 100_000, minutes: 15 },
  /** Payments whose end a device asks for: an unknown key is kept for 30 days. A device asks a few times for one whose answer was lost. */
  withdrawOfClient: { max: 600, minutes: 15 },
  withdrawOfLocation: { max: 20_000, minutes: 15 },
  /** Sign-outs that were made offline; each is kept for a day. */
  revokeOfClient: { max: 300, minutes: 15 },
  revokeOfLocation: { max: 10_000, minutes: 15 },
  /** A device refreshes once in six days, and again where the answer was lost. */
  refreshOfClient: { max: 1200, minutes: 15 },
  refreshOfSession: { max: 60, minutes: 60 },
  refreshOfLocation: { max: 20_000, minutes: 15 },
  /** Challenges of the embedded verification: each is some thousand rounds of a hash here. */
  challengeOfClient: { max: 600, minutes: 15 },
  challengeOfLocation: { max: 20_000, minutes: 15 },
  /** Browsers that ask to be told of an order. */
  pushOfTicket: { max: 30, minutes: 60 },
  pushOfClient: { max: 240, minutes: 60 },
  pushOfLocation: { max: 10_000, minutes: 60 },
  /** Passes for phones' wallets: each is asked for, then fetched, and signing one is work. */
  passOfClient: { max: 120, minutes: 15 },
  passOfLocation: { max: 5000, minutes: 15 },
  promoOfTicket: { max: 60, minutes: 60 },
  promoOfClient: { max: 240, minutes: 60 },
  promoOfLocation: { max: 10_000, minutes: 60 },
  /**
   * Card payments (decision 035): those on their way and those that were not made, together. Taken before the provider is asked and given back when it
   * has charged, so that of any number at once no more than these reach it.
   */
  payingOfClient: { max: 10, minutes: 60 },
  payingOfOrder: { max: 10, minutes: 60 },
  payingOfUser: { max: 10, minutes: 60 },
  payingOfAddress: { max: 10, minutes: 60 },
  payingOfCard: { max: 5, minutes: 60 },
  payingOfLocation: { max: 300, minutes: 15 },
  /** Those of them that the provider declined: what a person is asked to show themselves for. */
  declinedOfClient: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfOrder: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfUser: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfAddress: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfCard: { max: 5, minutes: 60, verifyAfter: 3 },
  declinedOfLocation: { max: 300, minutes: 15, verifyAfter: 30 },
  /** Gift cards bought in a day, in cents. How many stands in the merchant's files (`gift_card_limits`). */
  giftCentsOfClient: { max: 50_000, minutes: 24 * 60 },
  giftCentsOfAddress: { max: 50_000, minutes: 24 * 60 },
  giftCentsOfCard: { max: 50_000, minutes: 24 * 60 },
  giftCentsOfUser: { max: 200_000, minutes: 24 * 60 },
  /** Changes of gifts that were bought; each that sends a message again counts for its order, too. */
  giftOfClient: { max: 120, minutes: 60 },
  giftOfLocation: { max: 5000, minutes: 60 },
  giftPassedOfUser: { max: 30, minutes: 24 * 60 },
  giftSentOfOrder: { max: 5, minutes: 24 * 60 },
  /**
   * Gift card numbers and claim codes that led to nothing (docs/faults.md, X4). A client is a wide network here (/24, /48). The wide ones are for an
   * attack from everywhere: a location's own guests do not come near them, and are only asked for a verification when somebody else does.
   */
  cardGuessOfClient: { max: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfSession: { max: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfUser: { max: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfLocation: { max: 2000, minutes: 60, verifyAfter: 100 },
  cardGuessOverall: { max: 20_000, minutes: 60, verifyAfter: 1000 },
  /** Gift cards that managers looked for and did not find: somebody else with a manager's session would. */
  cardFindOfUser: { max: 30, minutes: 60 },
  cardFindOfLocation: { max: 200, minutes: 60 },
  /** Failed and refused ones together; one more is an alarm, and no refusal. */
  cardGuessAlarm: { max: 100, minutes: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
