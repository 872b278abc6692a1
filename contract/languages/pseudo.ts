import type { Translation } from '../language.ts'

/**
 * English made 40 percent longer, with marks around it, as one left-to-right and one right-to-left language: what breaks in these would break in a real
 * language, and a text without the marks is in no catalogue. For tests and translators.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
  A: 'Á',
  E: 'É',
  O: 'Ó',
}

const lengthen = (text: string): string => {
  if (/^\s*$/.test(text) || text.includes('⟦')) return text
  const accented = text
    .split(/(\{\d+\})/)
    .map((part) =>
      part.startsWith('{') ? part : part.replace(/[aeiounAEO]/g, (letter) => accents[letter] ?? letter),
    )
    .join('')
  const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(accented)!
  return `${before}⟦${words}${' ẽéé'.repeat(Math.ceil((text.length * 0.4) / 4))}⟧${after}`
}

/** The `locale` for dates and money is English's, so that tests can compare them. */
export const pseudo: Translation = {
  locale: 'en-US',
  translate: lengthen,
  // Dates in answers stay in English form.
  translateAnswer: (answer) => (/^ ?\d+\/\d+(\/\d{4}.*)?$/.test(answer) ? answer : lengthen(answer)),
}
