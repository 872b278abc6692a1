import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { localTime } from '#contract/local-time.ts'
import { isState } from '#contract/reference-data.ts'
import { isPhone } from '#contract/rules/phone.ts'
import { isOn } from '#contract/rules/features.ts'
import type { FieldPath } from './field-path.ts'
import { centsOf, LocationFile, MenuFile, OptionsFile, type ItemFile } from './file-schemas.ts'
import { listMenuFiles } from './merchant-folder.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, listTexts, readSourceFile, type SourceFile } from './source-file.ts'
import { findOtherZones } from './state-zones.ts'

/** Notes on values that fit their field but are probably wrong: an invalid address, a dish for nothing, days in the past. They do not stop an import. */
export function listValueNotes(folder: string, label: string, nowMs: number): ImportProblem[] {
  const notes: ImportProblem[] = []
  const read = (name: string): SourceFile | undefined =>
    readSourceFile(join(folder, name), `merchants/${label}/${name}`, notes)
  const source = read('location.json')
  const location = source && checkSource(source, LocationFile)
  if (!location) return notes
  reportAddress(location, source, nowMs)
  reportMarkup(location.location, ['location'], source)
  reportMarkup(location.announcements, ['announcements'], source)
  reportPastDays(location, source, localTime(nowMs, location.location.time_zone).date)
  const options = existsSync(join(folder, 'options.json')) ? read('options.json') : undefined
  const sections = (options && checkSource(options, OptionsFile)) ?? {}
  if (options) reportMarkup(options.value, [], options)
  for (const name of listMenuFiles(folder)) {
    const menu = read(`menus/${name}`)
    if (!menu) continue
    reportPrices(menu, sections)
    reportMarkup(menu.value, [], menu)
  }
  return notes
}

/** Pasted from a web page: guests would see the markup in the menu. */
const markup = /<\/?[a-z][^<>]*>|&(#\d+|#x[\da-f]+|[a-z]{2,8}\d*);/i

function reportMarkup(value: unknown, path: FieldPath, source: SourceFile): void {
  for (const { path: at, text } of listTexts(value, path)) {
    const [found] = markup.exec(text) ?? []
    if (found !== undefined) source.report(at, `has HTML, which guests read as it stands: "${found}"`)
    const [hidden] = unseen.exec(text) ?? []
    if (hidden !== undefined)
      source.report(
        at,
        `has a character that nobody sees: U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
      )
    if (at.at(-1) === 'name' && text.length > longName)
      source.report(at, `is a name of ${text.length} characters`)
  }
}

/** Copied with a text from a PDF or a spreadsheet: controls, and marks that turn the direction of what follows. */
const unseen = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\ufffd]/u

/** Longer names break a receipt and the subject of an email. */
const longName = 120

function reportAddress({ location }: LocationFile, source: SourceFile, nowMs: number): void {
  const { phone, state, zip, time_zone: zone } = location
  if (!isPhone(phone.replace(/[a-z#].*/i, '')))
    source.report(['location', 'phone'], `is no phone number of ten digits: "${phone}"`)
  const others = isState(state) ? findOtherZones(state, zone, nowMs) : undefined
  if (!isState(state)) source.report(['location', 'state'], `is not the two letters of a state: "${state}"`)
  if (others)
    source.report(
      ['location', 'time_zone'],
      `keeps another time than ${state}, where it is "${others.join('" or "')}": "${zone}"`,
    )
  if (!/^\d{5}(-\d{4})?$/.test(zip))
    source.report(['location', 'zip'], `not a zip code (five digits): "${zip}"`)
}

function reportPastDays(
  { promo_codes: codes, settings, special_days: days = [] }: LocationFile,
  source: SourceFile,
  today: string,
): void {
  if (codes.length > 0 && !isOn(settings, 'promoCodes'))
    source.report(['promo_codes'], 'has codes, and settings.promo_codes is off')
  codes.forEach(({ starts, ends }, index) => {
    // With a first and a last day it has simply ended, and may be kept as a record.
    if (ends !== undefined && starts === undefined && ends < today)
      source.report(['promo_codes', index, 'ends'], `is past, so nobody can use the code: ${ends}`)
  })
  const past = days.flatMap(({ date }, index) => (date < today ? [{ date, index }] : []))
  const [first] = past
  if (first)
    source.report(['special_days', first.index], `is past: ${past.map(({ date }) => date).join(', ')}`)
}

/** A forgotten decimal point makes the price a hundred times too high. */
const highPriceCents = 1000_00
const usualPriceFactor = 25

function reportPrices(source: SourceFile, sections: OptionsFile): void {
  const menu = checkSource(source, MenuFile)
  if (!menu) return
  const prices = menu.categories
    .flatMap(({ items }) => items.map(({ price }) => centsOf(price)))
    .filter((cents) => cents > 0)
    .toSorted((one, other) => one - other)
  const usual = prices[Math.floor(prices.length / 2)] ?? 0
  menu.categories.forEach(({ items }, category) =>
    items.forEach((item, index) => {
      const cents = centsOf(item.price)
      if (
        cents >= highPriceCents ||
        cents > usual * usualPriceFactor ||
        (cents === 0 && !isPricedByChoice(item, sections))
      )
        source.report(['categories', category, 'items', index, 'price'], `is $${item.price}: is that right?`)
    }),
  )
}

/** Whether every size of the dish costs something. */
const isPricedByChoice = ({ options }: ItemFile, sections: OptionsFile): boolean =>
  options
    .flatMap((one) => (typeof one === 'string' ? (sections[one] ?? []) : [one]))
    .some(({ choices }) =>
      choices.some(({ required, values }) => required && values.every(({ price }) => centsOf(price) > 0)),
    )
