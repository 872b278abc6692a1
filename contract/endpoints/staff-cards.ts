import { changeMs, define, paymentMs, readMs } from '../endpoint.ts'
import {
  CardActBody,
  FindCardsBody,
  FoundCardsAnswer,
  RefundCardOrderBody,
  ReleaseCardBody,
  ReissueCardBody,
  StaffCardAnswer,
  StaffCardOrderAnswer,
  StaffCardQuery,
  VoidCardBody,
} from '../schemas/staff-card.ts'

const read = { method: 'GET', caller: 'manager', queue: 'read', timeoutMs: readMs } as const
const act = {
  method: 'POST',
  caller: 'manager',
  sensitive: true,
  queue: 'never',
  timeoutMs: changeMs,
  // Takes back money or keeps it from being spent: works even where the server has no room for anything new.
  finishes: true,
} as const

/** Managing gift cards, for staff (docs/design/contract.md, extension `staff_cards`; decision 065). */
export const staffCardEndpoints = {
  /** A POST, so that card numbers are in no address and no log. */
  findCards: define({
    method: 'POST',
    caller: 'manager',
    queue: 'never',
    timeoutMs: readMs,
    path: '/staff/cards/find',
    leavesNothing: true,
    body: FindCardsBody,
    answer: FoundCardsAnswer,
    secrets: ['card_number'],
  }),
  getStaffCard: define({
    ...read,
    path: '/staff/cards/:id',
    query: StaffCardQuery,
    answer: StaffCardAnswer,
  }),
  holdCard: define({ ...act, path: '/staff/cards/:id/hold', body: CardActBody, answer: StaffCardAnswer }),
  releaseCard: define({
    ...act,
    path: '/staff/cards/:id/release',
    body: ReleaseCardBody,
    answer: StaffCardAnswer,
  }),
  voidCard: define({ ...act, path: '/staff/cards/:id/void', body: VoidCardBody, answer: StaffCardAnswer }),
  reissueCard: define({
    ...act,
    path: '/staff/cards/:id/reissue',
    body: ReissueCardBody,
    answer: StaffCardAnswer,
  }),
  getStaffCardOrder: define({ ...read, path: '/staff/card-orders/:id', answer: StaffCardOrderAnswer }),
  refundCardOrder: define({
    ...act,
    timeoutMs: paymentMs,
    path: '/staff/card-orders/:id/refund',
    body: RefundCardOrderBody,
    answer: StaffCardOrderAnswer,
  }),
}
