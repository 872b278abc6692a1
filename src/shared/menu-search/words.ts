import { fold } from '#contract/fold.ts'

const word = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(word) ?? []

type Part = { text: string; hit: boolean }

/** A text in parts, with the matches marked. `found`: whole folded words of the text. */
export function highlightWords(text: string, found: ReadonlySet<string>): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: one, index } of text.matchAll(word)) {
    if (!found.has(fold(one))) continue
    if (index > from) parts.push({ text: text.slice(from, index), hit: false })
    parts.push({ text: one, hit: true })
    from = index + one.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false })
  return parts
}
