/** At most `max` in each window of this many minutes. */
export type Limit = {
  max: number
  minutes: number
  /** Beyond this many, only with a human verification. */
  verifyAfter?: number
  /** The window restarts with the last one that is let through: whoever uses it up waits for a whole window. */
  fromLast?: boolean
}

/**
 * How many tries are allowed: per client, which is a network (plugins/client-address), per email, and per location over all clients. Meant to stop machines: a
 * family, an office or a café behind one address never reaches them, and guessing is stopped much earlier by the lock after five wrong passwords. Successful
 * sign-ins do not count. A location's limits are far above what its guests do; they are for an attack from many networks, and expire soon after it.
 */
export const defaultLimits = {
  signInOfClient: { max: 200, minutes: 15 },
  signInOfLocation: { max: 5000, minutes: 15 },
  /** From all networks that the account's owner has not used lately. */
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
  /** Invitations by owners, counted apart from what strangers request for the same address. */
  inviteOfUser: { max: 60, minutes: 60 },
  inviteOfAddress: { max: 10, minutes: 60 },
  /** A link's token has 192 bits; this only saves the work of looking up guesses. */
  linkOfClient: { max: 120, minutes: 15 },
  linkOfLocation: { max: 3000, minutes: 15 },
  /** Second-factor codes (decision 064): six digits, of which three are valid at any time. Correct ones are given back. */
  secondStepOfClient: { max: 60, minutes: 15 },
  secondStepOfLocation: { max: 2000, minutes: 15 },
  secondCodeOfUser: { max: 10, minutes: 15 },
  secondCodeOfUserToday: { max: 40, minutes: 24 * 60 },
  passwordOfUser: { max: 30, minutes: 60 },
  /** Exports everything kept about somebody in one answer. */
  exportOfUser: { max: 20, minutes: 60 },
  /** Browsers' reports of violations of the content security policy: one page can send dozens, and more of the same are no use. */
  policyReportOfClient: { max: 60, minutes: 60 },
  policyReportOfLocation: { max: 2000, minutes: 60 },
  /** Codes for kitchen tablets: eight digits, ten minutes. Correct ones are given back. */
  tabletCodeOfClient: { max: 10, minutes: 15 },
  tabletCodeOfLocation: { max: 300, minutes: 15 },
  /** A message is an email to the restaurant. */
  contactOfClient: { max: 30, minutes: 60 },
  contactOfLocation: { max: 300, minutes: 60 },
  contactOfAddress: { max: 10, minutes: 60 },
  /** Typing one address takes some twenty calls. */
  placesOfClient: { max: 1200, minutes: 60 },
  placesOfLocation: { max: 60_000, minutes: 60 },
  /** Orders started: each is stored for a while, even if nobody comes back. */
  startOfClient: { max: 300, minutes: 15 },
  startOfLocation: { max: 10_000, minutes: 15 },
  /**
   * Changes by guests and members: each answer is stored under its key. A large answer counts as several (modules/limits/changes.ts). A room full of guests
   * behind one address starts at most 300 orders in this time, each with some ten changes.
   */
  changeOfClient: { max: 3000, minutes: 15 },
  changeOfOrder: { max: 1000, minutes: 15 },
  changeOfLocation: { max: 100_000, minutes: 15 },
  /** Payments whose outcome a device asks about: an unknown key is stored for 30 days. A device asks a few times about a payment whose answer was lost. */
  withdrawOfClient: { max: 600, minutes: 15 },
  withdrawOfLocation: { max: 20_000, minutes: 15 },
  /** Sign-outs made offline; each is stored for a day. */
  revokeOfClient: { max: 300, minutes: 15 },
  revokeOfLocation: { max: 10_000, minutes: 15 },
  /** A device refreshes every six days, and again if the answer was lost. */
  refreshOfClient: { max: 1200, minutes: 15 },
  refreshOfSession: { max: 60, minutes: 60 },
  refreshOfLocation: { max: 20_000, minutes: 15 },
  /** Challenges of the embedded verification: each costs a thousand or so rounds of a hash here. */
  challengeOfClient: { max: 600, minutes: 15 },
  challengeOfLocation: { max: 20_000, minutes: 15 },
  /** Browsers that subscribe to an order's push messages. */
  pushOfTicket: { max: 30, minutes: 60 },
  pushOfClient: { max: 240, minutes: 60 },
  pushOfLocation: { max: 10_000, minutes: 60 },
  /** Wallet passes: each is requested, then fetched, and signing one is work. */
  passOfClient: { max: 120, minutes: 15 },
  passOfLocation: { max: 5000, minutes: 15 },
  promoOfTicket: { max: 60, minutes: 60 },
  promoOfClient: { max: 240, minutes: 60 },
  promoOfLocation: { max: 10_000, minutes: 60 },
  /**
   * Card payments (decision 035): those under way and those that failed. Taken before the provider is asked and given back when it has charged, so that no more
   * than these reach it at once.
   */
  payingOfClient: { max: 10, minutes: 60 },
  payingOfOrder: { max: 10, minutes: 60 },
  payingOfUser: { max: 10, minutes: 60 },
  payingOfAddress: { max: 10, minutes: 60 },
  payingOfCard: { max: 5, minutes: 60 },
  payingOfLocation: { max: 300, minutes: 15 },
  /** The declined ones among them: beyond `verifyAfter`, a human verification is required. */
  declinedOfClient: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfOrder: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfUser: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfAddress: { max: 10, minutes: 60, verifyAfter: 3 },
  declinedOfCard: { max: 5, minutes: 60, verifyAfter: 3 },
  declinedOfLocation: { max: 300, minutes: 15, verifyAfter: 30 },
  /** Gift cards bought in a day, in cents. The actual amount is in the merchant's files (`gift_card_limits`). */
  giftCentsOfClient: { max: 50_000, minutes: 24 * 60 },
  giftCentsOfAddress: { max: 50_000, minutes: 24 * 60 },
  giftCentsOfCard: { max: 50_000, minutes: 24 * 60 },
  giftCentsOfUser: { max: 200_000, minutes: 24 * 60 },
  /** Changes of bought gifts; each that resends a message also counts for its order. */
  giftOfClient: { max: 120, minutes: 60 },
  giftOfLocation: { max: 5000, minutes: 60 },
  giftPassedOfUser: { max: 30, minutes: 24 * 60 },
  giftSentOfOrder: { max: 5, minutes: 24 * 60 },
  /**
   * Gift card numbers and claim codes that found nothing (docs/faults.md, X4). A client is a wide network here (/24, /48). The shared limits are for an attack
   * from everywhere: a location's own guests do not come near them, and during somebody else's attack are only asked for a verification.
   */
  cardGuessOfClient: { max: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfSession: { max: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfUser: { max: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfLocation: { max: 2000, minutes: 60, verifyAfter: 100 },
  cardGuessOverall: { max: 20_000, minutes: 60, verifyAfter: 1000 },
  /** Managers' searches for gift cards that found nothing: a limit for somebody with a stolen session. */
  cardFindOfUser: { max: 30, minutes: 60 },
  cardFindOfLocation: { max: 200, minutes: 60 },
  /** Failed and refused ones together; beyond it an alarm is raised, and nothing refused. */
  cardGuessAlarm: { max: 100, minutes: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
