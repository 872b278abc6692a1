import { sql as first } from './migrations/001-first.ts'
import { sql as sharedLists } from './migrations/002-shared-lists.ts'
import { sql as accounts } from './migrations/003-accounts.ts'
import { sql as cards } from './migrations/004-cards.ts'
import { sql as savedCards } from './migrations/005-saved-cards.ts'
import { sql as cardsLedger } from './migrations/006-cards-ledger.ts'
import { sql as cardOrders } from './migrations/007-card-orders.ts'
import { sql as tenders } from './migrations/008-tenders.ts'
import { sql as kitchen } from './migrations/009-kitchen.ts'
import { sql as paymentRoom } from './migrations/010-payment-room.ts'
import { sql as promoUses } from './migrations/011-promo-uses.ts'
import { sql as tipPercent } from './migrations/011-tip-percent.ts'
import { sql as limits } from './migrations/012-limits.ts'
import { sql as declines } from './migrations/012-declines.ts'
import { sql as admitted } from './migrations/013-admitted.ts'
import { sql as leases } from './migrations/013-leases.ts'
import { sql as orderKeys } from './migrations/014-order-keys.ts'
import { sql as rewardsIssued } from './migrations/014-rewards-issued.ts'
import { sql as sealedNumbers } from './migrations/015-sealed-numbers.ts'
import { sql as allergens } from './migrations/016-allergens.ts'
import { sql as orderMessages } from './migrations/017-order-messages.ts'
import { sql as giftDesigns } from './migrations/018-gift-designs.ts'
import { sql as giftsSentLater } from './migrations/019-gifts-sent-later.ts'
import { sql as languages } from './migrations/020-languages.ts'
import { sql as taxParts } from './migrations/021-tax-parts.ts'
import { sql as refunds } from './migrations/022-refunds.ts'
import { sql as providerEvents } from './migrations/023-provider-events.ts'
import { sql as roles } from './migrations/024-roles.ts'
import { sql as staff } from './migrations/024-staff.ts'
import { sql as dataRetention } from './migrations/026-data-retention.ts'
import { sql as staffCards } from './migrations/028-staff-cards.ts'
import { sql as cardOrderMessages } from './migrations/029-card-order-messages.ts'
import { sql as findByPhone } from './migrations/030-find-by-phone.ts'
import { sql as earlierPasswords } from './migrations/031-earlier-passwords.ts'
import { sql as orderCounters } from './migrations/032-order-counters.ts'
import { sql as failedRefunds } from './migrations/033-failed-refunds.ts'
import { sql as orderPauses } from './migrations/034-order-pauses.ts'
import { sql as disputedOrders } from './migrations/035-disputed-orders.ts'
import { sql as lostPayments } from './migrations/036-lost-payments.ts'
import { sql as findOrders } from './migrations/037-find-orders.ts'
import { sql as soldOut } from './migrations/038-sold-out.ts'
import { sql as ownBrowsers } from './migrations/039-own-browsers.ts'
import { sql as keysOfADevice } from './migrations/040-keys-of-a-device.ts'
import { sql as forgetWhenOver } from './migrations/041-forget-when-over.ts'
import { sql as undeliverableGifts } from './migrations/042-undeliverable-gifts.ts'
import { sql as actsNameCards } from './migrations/043-acts-name-cards.ts'
import { sql as receiptsOfCardOrders } from './migrations/044-receipts-of-card-orders.ts'
import { sql as readsThatGrow } from './migrations/045-reads-that-grow.ts'
import { sql as eventsByTheirEnd } from './migrations/046-events-by-their-end.ts'
import { sql as cardOrdersOfAPerson } from './migrations/047-card-orders-of-a-person.ts'
import { sql as closedInquiries } from './migrations/048-closed-inquiries.ts'
import { sql as rewardsGone } from './migrations/049-rewards-gone.ts'
import { sql as cardsThatGotRefunds } from './migrations/050-cards-that-got-refunds.ts'
import { sql as staffOfALocation } from './migrations/051-staff-of-a-location.ts'
import { sql as ordersSetBack } from './migrations/052-orders-set-back.ts'
import { sql as deletedAccounts } from './migrations/053-deleted-accounts.ts'
import { sql as paymentsThatBanksKeep } from './migrations/054-payments-that-banks-keep.ts'
import { sql as secondFactors } from './migrations/027-second-factors.ts'

/**
 * Every migration in order, as modules and not as files read at run time, so that the bundle contains them. A released migration is never changed: the next one
 * corrects its mistakes.
 */
export const migrations: readonly { id: string; sql: string }[] = [
  { id: '001-first', sql: first },
  { id: '002-shared-lists', sql: sharedLists },
  { id: '003-accounts', sql: accounts },
  { id: '004-cards', sql: cards },
  { id: '005-saved-cards', sql: savedCards },
  { id: '006-cards-ledger', sql: cardsLedger },
  { id: '007-card-orders', sql: cardOrders },
  { id: '008-tenders', sql: tenders },
  { id: '009-kitchen', sql: kitchen },
  { id: '010-payment-room', sql: paymentRoom },
  { id: '011-promo-uses', sql: promoUses },
  { id: '011-tip-percent', sql: tipPercent },
  { id: '012-limits', sql: limits },
  { id: '012-declines', sql: declines },
  { id: '013-leases', sql: leases },
  { id: '013-admitted', sql: admitted },
  { id: '014-rewards-issued', sql: rewardsIssued },
  { id: '014-order-keys', sql: orderKeys },
  { id: '015-sealed-numbers', sql: sealedNumbers },
  { id: '016-allergens', sql: allergens },
  { id: '017-order-messages', sql: orderMessages },
  { id: '018-gift-designs', sql: giftDesigns },
  { id: '019-gifts-sent-later', sql: giftsSentLater },
  { id: '020-languages', sql: languages },
  { id: '021-tax-parts', sql: taxParts },
  { id: '022-refunds', sql: refunds },
  { id: '023-provider-events', sql: providerEvents },
  { id: '024-roles', sql: roles },
  { id: '024-staff', sql: staff },
  { id: '026-data-retention', sql: dataRetention },
  { id: '028-staff-cards', sql: staffCards },
  { id: '027-second-factors', sql: secondFactors },
  { id: '029-card-order-messages', sql: cardOrderMessages },
  { id: '030-find-by-phone', sql: findByPhone },
  { id: '031-earlier-passwords', sql: earlierPasswords },
  { id: '032-order-counters', sql: orderCounters },
  { id: '033-failed-refunds', sql: failedRefunds },
  { id: '034-order-pauses', sql: orderPauses },
  { id: '035-disputed-orders', sql: disputedOrders },
  { id: '036-lost-payments', sql: lostPayments },
  { id: '037-find-orders', sql: findOrders },
  { id: '038-sold-out', sql: soldOut },
  { id: '039-own-browsers', sql: ownBrowsers },
  { id: '040-keys-of-a-device', sql: keysOfADevice },
  { id: '041-forget-when-over', sql: forgetWhenOver },
  { id: '042-undeliverable-gifts', sql: undeliverableGifts },
  { id: '043-acts-name-cards', sql: actsNameCards },
  { id: '044-receipts-of-card-orders', sql: receiptsOfCardOrders },
  { id: '045-reads-that-grow', sql: readsThatGrow },
  { id: '046-events-by-their-end', sql: eventsByTheirEnd },
  { id: '047-card-orders-of-a-person', sql: cardOrdersOfAPerson },
  { id: '048-closed-inquiries', sql: closedInquiries },
  { id: '049-rewards-gone', sql: rewardsGone },
  { id: '050-cards-that-got-refunds', sql: cardsThatGotRefunds },
  { id: '051-staff-of-a-location', sql: staffOfALocation },
  { id: '052-orders-set-back', sql: ordersSetBack },
  { id: '053-deleted-accounts', sql: deletedAccounts },
  { id: '054-payments-that-banks-keep', sql: paymentsThatBanksKeep },
]
