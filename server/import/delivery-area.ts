import { join } from 'node:path'
import { zipDigits } from '#contract/rules/delivery-area.ts'
import { features } from '#contract/rules/features.ts'
import { LocationFile } from './file-schemas.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile, type SourceFile } from './source-file.ts'

/** Where a restaurant delivers, by `delivery_zips` of `location.json` (merchants/README.md, decision 074). */

/** Reports what no single zip code can show: one that is listed twice, and a list at a restaurant that does not deliver. */
export function reportDeliveryArea(
  { delivery_zips: zips, ordering }: LocationFile,
  source: SourceFile,
): void {
  if (!zips) return
  zips.forEach((zip, index) => {
    if (zips.indexOf(zip) !== index) source.report(['delivery_zips', index], `names "${zip}" twice`)
  })
  if (!ordering.show_delivery_option)
    source.report(['delivery_zips'], 'is there, but ordering.show_delivery_option is off')
}

/** Notes on a merchant with valid files that delivers: it delivers to any address, or its area leaves out its own zip code. They do not stop an import. */
export function listDeliveryNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const source = readSourceFile(join(folder, 'location.json'), `merchants/${label}/location.json`, notes)
  const location = source && checkSource(source, LocationFile)
  if (!location?.ordering.show_delivery_option || !features.onlineOrders.isOn(location.settings)) return notes
  const { delivery_zips: zips, location: place } = location
  const home = zipDigits(place.zip)
  if (!zips) source?.report(['delivery_charge'], 'is for any address there is: no delivery_zips say where to')
  else if (!zips.includes(home))
    source?.report(['delivery_zips'], `does not have ${home}, where the restaurant is`)
  return notes
}
