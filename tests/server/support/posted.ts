import { listPostedCards } from '#server/import/posted-cards.ts'
import { systemIds } from '#server/ports/system.ts'
import { testCipher } from './cipher.ts'
import { tavola, type TestLarder } from './larder.ts'

/** The gift cards to be printed and posted, as the operator lists them. */
export const listPosted = ({ database, clock }: TestLarder, orderId?: string): Promise<string[]> =>
  listPostedCards(database, tavola.location, orderId, { cipher: testCipher, clock, ids: systemIds })
