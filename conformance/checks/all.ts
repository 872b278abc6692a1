import type { Check } from '../check.ts'
import { accountChecks } from './account.ts'
import { adminChecks } from './admin.ts'
import { cardChecks } from './cards.ts'
import { everyCallChecks } from './every-call.ts'
import { extensionChecks } from './extensions.ts'
import { locationChecks } from './location.ts'
import { menuChecks } from './menus.ts'
import { orderChecks } from './orders.ts'
import { paymentChecks } from './payment.ts'

/** Every check, in order: what creates something comes before what changes it, and paying for an order comes last. */
export const allChecks: readonly Check[] = [
  ...locationChecks,
  ...menuChecks,
  ...orderChecks,
  ...paymentChecks,
  ...cardChecks,
  ...accountChecks,
  ...adminChecks,
  ...everyCallChecks,
  ...extensionChecks,
]
