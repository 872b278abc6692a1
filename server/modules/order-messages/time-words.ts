import { locale } from '#contract/language.ts'

/** `November 20, 2026 at 6:00 PM`: with the month's name, since languages differ in the order of numbers. */
export const timeWords = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(atMs)
    // Mail programs wrap lines anywhere, and some draw a narrow space as a box.
    .replaceAll(/[\u00a0\u202f]/g, ' ')
