import { useState } from 'react'
import { findTypedOf, keepTypedOf } from './typed-forms.ts'

type TypedCode = {
  code: string
  setCode: (code: string) => void
  /** The code was applied, or the guest continued without it. */
  forget: () => void
}

/** The promo code in the field of an order (`id`): what was typed and not applied yet, also after a reload or a look at another step; else the one on the order. */
export function useTypedCode(id: string, applied: string): TypedCode {
  const [code, setCode] = useState(() => findTypedOf('promo', id)['code'] ?? applied)
  const keep = (typed: string): void =>
    keepTypedOf('promo', id, typed === '' || typed === applied ? undefined : { code: typed })
  return {
    code,
    setCode(typed) {
      setCode(typed)
      keep(typed)
    },
    forget: () => keep(''),
  }
}
