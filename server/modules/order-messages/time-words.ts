import { locale } from '#contract/language.ts'

/** `November 20, 2026 at 6:00 PM`: the month by its name, since its number stands first in one language and second in another. */
export const timeWords = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(atMs)
    // Mail programs break lines where they like, and some draw a narrow space as a box.
    .replaceAll(/[\u00a0\u202f]/g, ' ')
