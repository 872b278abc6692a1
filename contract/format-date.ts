import { translateAnswer } from './language.ts'

/** An ISO date in the format of the specification (§9) and the API: `2026-11-20` → `11/20/2026`. */
export const formatDate = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/** An ISO date in the page's language: in English as in the specification, in other languages with the month's name (`20 nov 2026`). */
export const dateWords = (iso: string): string => translateAnswer(formatDate(iso))
