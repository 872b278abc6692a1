import { translateAnswer } from './language.ts'

/** An ISO date as the specification writes dates (§9), and the API with it: `2026-11-20` → `11/20/2026`. */
export const formatDate = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/** An ISO date as its reader writes dates: in English as the specification does, in any other language with the month by its name (`20 nov 2026`). */
export const dateWords = (iso: string): string => translateAnswer(formatDate(iso))
