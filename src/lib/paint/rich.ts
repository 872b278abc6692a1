import { createElement, Fragment, type ReactNode } from 'react'
import { keyOf, translateKey } from '#contract/language.ts'

/** A translated sentence that contains elements: rich`Call ${<PhoneLink phone={phone} />} if nobody comes.` */
export function rich(parts: TemplateStringsArray, ...nodes: ReactNode[]): ReactNode {
  // Splitting alternates between text and placeholder numbers.
  const pieces = translateKey(keyOf(parts)).split(/\{(\d+)\}/)
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, place) => (place % 2 === 0 ? piece : nodes[Number(piece)])),
  )
}
