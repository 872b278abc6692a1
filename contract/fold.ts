/** Letters that Unicode normalization does not decompose. */
const whole: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/**
 * Text without accents and capitals, so that "creme brulee" finds "Crème brûlée" and "smorrebrod" finds "Smørrebrød": for searching dishes, and for finding
 * names in passwords. Symbols that only look like letters (`½`, `™`) are unchanged.
 */
export function fold(text: string): string {
  const small = text.toLowerCase()
  // Most texts of a large menu have nothing to fold.
  if (!/\P{ASCII}/u.test(small)) return small
  return small
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[ßæœøłđı]/g, (letter) => whole[letter] ?? letter)
}
