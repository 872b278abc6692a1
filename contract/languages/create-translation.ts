import { type Catalogue, fill, type Translation } from '../language.ts'

/** Builds a language from its catalogues, one per area. `locale` is an `Intl` locale. Texts that they do not have stay English. */
export function createTranslation(locale: string, catalogues: readonly Catalogue[]): Translation {
  const all: Catalogue = Object.assign({}, ...catalogues)
  // Texts also come from merchants and guests: every object has a “constructor”, no catalogue does.
  const translate = (text: string): string | undefined => (Object.hasOwn(all, text) && all[text]) || undefined
  let patterns: { pattern: RegExp; text: string }[] | undefined
  let dates: Intl.DateTimeFormat | undefined
  let briefDates: Intl.DateTimeFormat | undefined
  const translateAnswer = (answer: string): string => {
    const [, month, day, year, time] = writtenDate.exec(answer) ?? []
    const at =
      month === undefined ? undefined : findDate(Number(year ?? leapYear), Number(month), Number(day))
    if (at === undefined) return translateParts(answer.split(sentenceEnd)) ?? answer
    if (year === undefined) {
      briefDates ??= new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
      return ` ${briefDates.format(at)}`
    }
    dates ??= new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    return `${dates.format(at)}${time === undefined ? '' : `, ${time}`}`
  }
  /**
   * Sentences that may have been joined: looks for the shortest known beginning, then the rest, so that no value takes in more text than it should. Undefined
   * where some sentence is not known.
   */
  const translateParts = (sentences: string[]): string | undefined => {
    const whole = translate(sentences.join(' '))
    if (whole !== undefined) return whole
    for (let count = 1; count <= sentences.length; count++) {
      const first = sentences.slice(0, count).join(' ')
      const translated = translate(first) ?? translateByPattern(first)
      if (translated === undefined) continue
      if (count === sentences.length) return translated
      const rest = translateParts(sentences.slice(count))
      if (rest !== undefined) return `${translated} ${rest}`
    }
    return undefined
  }
  const translateByPattern = (answer: string): string | undefined => {
    patterns ??= listPatterns(all)
    for (const { pattern, text } of patterns) {
      const values = pattern.exec(answer)?.slice(1)
      // A value may be a sentence of its own (“Please call us at …”) or a time (“in about 20 minutes”).
      if (values) return fill(text, values.map(translateAnswer))
    }
    return undefined
  }
  return { locale, translate, translateAnswer }
}

/**
 * Dates as the API writes them in every language, with the time where there is one: `11/20/2026`, `11/20/2026 6:30pm`; and the short form after a weekday,
 * including its space: ` 11/20`, since `1/2` alone could be a half. Month and day change places between languages, so the month's name is shown.
 */
const writtenDate =
  /^(?:(?=\d\d\/\d\d\/)| (?=\d+\/\d+$))(\d\d?)\/(\d\d?)(?:\/(\d{4})(?: (\d\d?:\d\d[ap]m))?)?$/
/** A year that has February 29. */
const leapYear = 2024

/** The start of a day (ms, UTC); undefined for a date that does not exist: `24/12` is none, but `Date` would turn it into one in the next year. */
function findDate(year: number, month: number, day: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined
}

const sentenceEnd = /(?<=[.!?]) (?=[“A-Z$])/

/** Patterns that recognize texts with filled-in values; the ones with the most words come first. */
function listPatterns(catalogue: Catalogue): { pattern: RegExp; text: string }[] {
  return Object.entries(catalogue)
    .filter(([key]) => /\{\d+\}/.test(key) && wordsIn(key) > 0)
    .toSorted(([one], [other]) => wordsIn(other) - wordsIn(one))
    .map(([key, text]) => {
      // In English the placeholders are numbered in order. A single word is not specific enough: beside it, only a number counts as a value (“5 minutes”,
      // “Order B-1012”, not “salt and pepper”).
      const pattern = key
        .split(/\{\d+\}/)
        .map(escapePattern)
        .join(wordsIn(key) > 1 ? '(.+?)' : '(\\d[\\d.,]*|[A-Z]+-\\d+)')
      return { pattern: new RegExp(`^${pattern}$`), text }
    })
}

const wordsIn = (key: string): number => key.replace(/\{\d+\}/g, ' ').match(/[A-Za-z’']{2,}/g)?.length ?? 0
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
