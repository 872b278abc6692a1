import { join } from 'node:path'
import { listDeliveryNotes } from './delivery-area.ts'
import { listDietsOnRequest } from './diet-notes.ts'
import { listHostNotes } from './host-notes.ts'
import { listMenuNotes } from './menu-notes.ts'
import { listOfferNotes } from './offer-notes.ts'
import { listPageNotes } from './page-notes.ts'
import { listPictureNotes } from './picture-notes.ts'
import { formatImportProblem, type ImportProblem } from './problem.ts'
import { findRemedy } from './remedies.ts'
import { listSampleNotes } from './sample-notes.ts'
import { listTaxNotes } from './tax-notes.ts'
import { listUnknownNotes } from './unknown-notes.ts'
import { listValueNotes } from './value-notes.ts'
import { countFound, listUnreadNotes } from './unread-notes.ts'

/** Notes on a merchant with valid files: what may be a mistake but is no reason to refuse it. */
const listMerchantNotes = (folder: string, label: string, nowMs: number): ImportProblem[] =>
  [
    listHostNotes,
    listMenuNotes,
    listTaxNotes,
    listDeliveryNotes,
    listDietsOnRequest,
    listOfferNotes,
    listPageNotes,
    listPictureNotes,
    listSampleNotes,
    listUnknownNotes,
    listUnreadNotes,
    listValueNotes,
  ].flatMap((list) => list(join(folder, label), label, nowMs))

/** What a check prints about a merchant with valid files, line by line. */
export function listCheckLines(folder: string, label: string, nowMs: number): string[] {
  const notes = listMerchantNotes(folder, label, nowMs)
  const look = notes.length > 0 ? '; please look at the lines above' : ''
  return [
    ...notes.map((note) => `${formatImportProblem(note)}\n    → ${findRemedy(note) ?? ''}`),
    `merchants/${label} is in order: ${countFound(join(folder, label), label)}${look}.`,
  ]
}
