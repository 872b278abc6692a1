import { type Cents, findDollars } from '../money.ts'

/** §5, §9: a custom tip is numeric with decimals, 5 characters at most on desktop and 7 on mobile. */
export const tipLength = { desktop: 5, mobile: 7 } as const

/** A custom tip's cents, or undefined when the text is not an amount. Empty text is no tip. */
export function findTip(text: string): Cents | undefined {
  return text.trim() === '' ? 0 : findDollars(text)
}
