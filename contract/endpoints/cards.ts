import * as z from 'zod/mini'
import { changeMs, define, paymentMs, readMs } from '../endpoint.ts'
import {
  CardAnswer,
  CardsAnswer,
  CheckBalanceAnswer,
  CheckBalanceBody,
  EgiftAnswer,
  ImportCardAnswer,
  ImportCardBody,
} from '../schemas/card.ts'
import {
  CardOrderAnswer,
  CardOrderSubmitBody,
  CardOrderUpdateBody,
  GiftChangeBody,
  GiftsAnswer,
  PassCardBody,
  ProgramsAnswer,
  StartCardOrderBody,
} from '../schemas/card-order.ts'
import {
  PhysicalOrderAnswer,
  PhysicalOrderBody,
  PhysicalProductsAnswer,
  StartPhysicalOrderBody,
} from '../schemas/physical-order.ts'

const location = '/location/:loc'
const read = { method: 'GET', queue: 'read', timeoutMs: readMs } as const

/** Gift cards (specification §7 *Cards and payment*). */
export const cardEndpoints = {
  /** `showall=true` includes empty cards. */
  listCards: define({
    ...read,
    path: `${location}/cards`,
    caller: 'user',
    query: z.object({ showall: z.optional(z.enum(['true', 'false'])) }),
    answer: CardsAnswer,
  }),
  /** The same list by the specification's other call. */
  listCardsByPost: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: changeMs,
    path: '/card/list',
    leavesNothing: true,
    caller: 'user',
    answer: CardsAnswer,
    credentials: true,
  }),
  getCard: define({ ...read, path: `${location}/card/:id`, caller: 'user', answer: CardAnswer }),
  importCard: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: changeMs,
    path: `${location}/card/import`,
    caller: 'user',
    body: ImportCardBody,
    answer: ImportCardAnswer,
    secrets: ['recaptcha_confirmation'],
  }),
  getEgift: define({
    ...read,
    path: `${location}/card/:id/egift`,
    caller: 'anyone',
    anonymous: true,
    answer: EgiftAnswer,
    shownDespiteError: 'card',
  }),
  /** The number is part of the address, as in the specification; the portal uses the POST where the API offers it (extension `post_aliases`). */
  checkBalance: define({
    ...read,
    path: `${location}/physicalcard/checkbalance/:number`,
    caller: 'anyone',
    answer: CheckBalanceAnswer,
  }),
  checkBalanceByPost: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: readMs,
    path: `${location}/physicalcard/checkbalance`,
    leavesNothing: true,
    caller: 'anyone',
    body: CheckBalanceBody,
    answer: CheckBalanceAnswer,
    secrets: ['card_number', 'recaptcha_confirmation'],
    credentials: true,
  }),
  listPrograms: define({
    ...read,
    path: `${location}/programs`,
    caller: 'anyone',
    anonymous: true,
    answer: ProgramsAnswer,
    cacheable: true,
  }),
  startCardOrder: define({
    method: 'POST',
    queue: 'draft',
    timeoutMs: changeMs,
    path: `${location}/card/order/start`,
    caller: 'anyone',
    body: StartCardOrderBody,
    answer: CardOrderAnswer,
  }),
  getCardOrder: define({
    ...read,
    repeated: true,
    path: `${location}/card/order/:id`,
    caller: 'anyone',
    answer: CardOrderAnswer,
  }),
  updateCardOrder: define({
    method: 'PUT',
    queue: 'draft',
    timeoutMs: changeMs,
    path: `${location}/card/order/:id`,
    caller: 'anyone',
    body: CardOrderUpdateBody,
    answer: CardOrderAnswer,
  }),
  submitCardOrder: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: paymentMs,
    path: `${location}/card/order/:id/submit`,
    caller: 'anyone',
    body: CardOrderSubmitBody,
    answer: CardOrderAnswer,
    secrets: ['recaptcha_confirmation'],
  }),
  /** Extension `gift_changes`: the caller's own gifts, or one by its order's random id. */
  listGifts: define({ ...read, path: `${location}/card/gifts`, caller: 'user', answer: GiftsAnswer }),
  changeGift: define({
    method: 'PUT',
    queue: 'never',
    timeoutMs: changeMs,
    path: `${location}/card/order/:id/gift`,
    caller: 'anyone',
    body: GiftChangeBody,
    answer: CardOrderAnswer,
  }),
  resendGift: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: changeMs,
    path: `${location}/card/order/:id/gift/resend`,
    caller: 'anyone',
    answer: CardOrderAnswer,
  }),
  /** Extension `gift_pass_on`: the member's own card; a gift that they passed on can be taken back until it is opened. */
  passCard: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: changeMs,
    path: `${location}/card/:id/pass`,
    caller: 'user',
    body: PassCardBody,
    answer: CardOrderAnswer,
  }),
  takeBackGift: define({
    method: 'POST',
    queue: 'never',
    timeoutMs: changeMs,
    path: `${location}/card/order/:id/gift/takeback`,
    caller: 'user',
    answer: CardOrderAnswer,
  }),
  /** The cards that can be sent by post; the specification shows the answer but not the path. */
  listPhysicalProducts: define({
    ...read,
    path: `${location}/physicalcard/products`,
    caller: 'anyone',
    anonymous: true,
    answer: PhysicalProductsAnswer,
  }),
  startPhysicalOrder: define({
    method: 'POST',
    queue: 'draft',
    timeoutMs: changeMs,
    path: `${location}/physicalcard/start`,
    caller: 'anyone',
    body: StartPhysicalOrderBody,
    answer: PhysicalOrderAnswer,
  }),
  getPhysicalOrder: define({
    ...read,
    path: `${location}/physicalcard/:id`,
    caller: 'anyone',
    answer: PhysicalOrderAnswer,
  }),
  updatePhysicalOrder: define({
    method: 'PUT',
    queue: 'draft',
    timeoutMs: paymentMs,
    path: `${location}/physicalcard/:id`,
    caller: 'anyone',
    body: PhysicalOrderBody,
    answer: PhysicalOrderAnswer,
    secrets: ['recaptcha_confirmation'],
  }),
}
