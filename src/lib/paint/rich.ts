import { createElement, Fragment, type ReactNode } from 'react'
import { keyOf, translateKey } from '#contract/language.ts'

/** A sentence with markup in it, in the page's language: rich`Call ${<PhoneLink phone={phone} />} if nobody comes.` */
export function rich(parts: TemplateStringsArray, ...nodes: ReactNode[]): ReactNode {
  // A text splits into words and the numbers of its places, in turn.
  const pieces = translateKey(keyOf(parts)).split(/\{(\d+)\}/)
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, place) => (place % 2 === 0 ? piece : nodes[Number(piece)])),
  )
}
