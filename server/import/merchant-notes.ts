import { join } from 'node:path'
import { listDeliveryNotes } from './delivery-area.ts'
import { listMenuNotes } from './menu-notes.ts'
import { listOfferNotes } from './offer-notes.ts'
import { listPictureNotes } from './picture-notes.ts'
import type { ImportProblem } from './problem.ts'
import { listTaxNotes } from './tax-notes.ts'
import { listUnknownNotes } from './unknown-notes.ts'

/** Notes on a merchant whose files are in order: what may be a mistake, and is none to refuse. */
export const listMerchantNotes = (folder: string, label: string): ImportProblem[] =>
  [
    listMenuNotes,
    listTaxNotes,
    listDeliveryNotes,
    listOfferNotes,
    listPictureNotes,
    listUnknownNotes,
  ].flatMap((list) => list(join(folder, label), label))
