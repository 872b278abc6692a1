import { accounts } from './list/accounts.mjs'
import { answers } from './list/answers.mjs'
import { cards } from './list/cards.mjs'
import { device } from './list/device.mjs'
import { gifts } from './list/gifts.mjs'
import { keys } from './list/keys.mjs'
import { money } from './list/money.mjs'
import { moneyBack } from './list/money-back.mjs'
import { payments } from './list/payments.mjs'
import { sync } from './list/sync.mjs'
import { tickets } from './list/tickets.mjs'
import { worker } from './list/worker.mjs'

/** Every guard whose need is tested: the line that replaces it, and the tests that must fail. */
export const mutants = [
  ...sync,
  ...device,
  ...worker,
  ...money,
  ...tickets,
  ...payments,
  ...cards,
  ...gifts,
  ...moneyBack,
  ...accounts,
  ...keys,
  ...answers,
]

/** A test, as a mutant names it. @param {string} named */
export function testOf(named) {
  const [file = '', title] = named.split(' › ')
  return { file, title }
}
