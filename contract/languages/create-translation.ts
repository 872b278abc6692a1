import { type Catalogue, fill, type Translation } from '../language.ts'

/** A language from its catalogues, an area each. `locale` as `Intl` names it. Texts that they do not have stay English. */
export function createTranslation(locale: string, catalogues: readonly Catalogue[]): Translation {
  const all: Catalogue = Object.assign({}, ...catalogues)
  // Texts come from merchants and guests, too: “constructor” is in every object, and in no catalogue.
  const translate = (text: string): string | undefined => (Object.hasOwn(all, text) && all[text]) || undefined
  let patterns: { pattern: RegExp; text: string }[] | undefined
  const translateAnswer = (answer: string): string => translateParts(answer.split(sentenceEnd)) ?? answer
  /**
   * Sentences that may have been put together: the fewest that the catalogue knows first, then the rest, so that a value is not taken for more than it is.
   * Undefined where it does not know them all.
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
      // A value may be a sentence of its own: “Please call us at …”, or say when: “in about 20 minutes”.
      if (values) return fill(text, values.map(translateAnswer))
    }
    return undefined
  }
  return { locale, translate, translateAnswer }
}

const sentenceEnd = /(?<=[.!?]) (?=[“A-Z$])/

/** Texts with places for values, as what an answer made of them looks like; those that say most come first. */
function listPatterns(catalogue: Catalogue): { pattern: RegExp; text: string }[] {
  return Object.entries(catalogue)
    .filter(([key]) => /\{\d+\}/.test(key) && wordsIn(key) > 0)
    .toSorted(([one], [other]) => wordsIn(other) - wordsIn(one))
    .map(([key, text]) => {
      // In English the numbers of the places are their order. One word says little: beside it only a number is a value (“5 minutes”, “Order B-1012”, not “salt and pepper”).
      const pattern = key
        .split(/\{\d+\}/)
        .map(escapePattern)
        .join(wordsIn(key) > 1 ? '(.+?)' : '(\\d[\\d.,]*|[A-Z]+-\\d+)')
      return { pattern: new RegExp(`^${pattern}$`), text }
    })
}

const wordsIn = (key: string): number => key.replace(/\{\d+\}/g, ' ').match(/[A-Za-z’']{2,}/g)?.length ?? 0
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
