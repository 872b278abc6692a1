import { join } from 'node:path'
import { isOn } from '#contract/rules/features.ts'
import { LocationFile } from './file-schemas.ts'
import { newContactText } from './new-merchant.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** Notes on what a merchant with valid files offers: gift cards that nobody can buy, and a contact address that is still the one from `new`. */
export function listOfferNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const source = readSourceFile(join(folder, 'location.json'), `merchants/${label}/location.json`, notes)
  const location = source && checkSource(source, LocationFile)
  if (!location) return notes
  const { settings } = location
  const { digital, physical } = settings.cards ?? {}
  if (digital?.enable && !isOn(settings, 'cardPrograms'))
    source.report(['settings', 'cards', 'digital'], 'is on, and no gift card can be bought')
  if (physical?.enable !== true && physical?.send_card_by_mail)
    source.report(['settings', 'cards', 'physical'], 'sends cards by mail, and is off')
  const footer = settings.consumer_application_settings.consumer_portal_footer
  if (footer?.contact_info_text === newContactText)
    source.report(
      ['settings', 'consumer_application_settings', 'consumer_portal_footer', 'contact_info_text'],
      'is still the template’s address',
    )
  return notes
}
