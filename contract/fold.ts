/** Letters that no decomposition takes apart. */
const whole: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/**
 * Text without accents and capitals, so that "creme brulee" finds "Crème brûlée" and "smorrebrod" finds "Smørrebrød": for guests and the kitchen who look for
 * a dish, and for a password that is somebody's name. Marks that only look like letters (`½`, `™`) stay as they are.
 */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[ßæœøłđı]/g, (letter) => whole[letter] ?? letter)
