import { useState } from 'react'
import { findTyped, keepTyped } from '#lib/query/typed-forms.ts'

/** A form's texts: Back, a look at another view and a reload keep them, until they are cleared. */
export function useKeptTexts<T extends Record<string, string>>(
  form: 'invite' | 'tablet' | 'passkey',
  blank: T,
): { typed: T; type: (part: Partial<T>) => void; clear: () => void } {
  const [typed, setTyped] = useState<T>(() => ({ ...blank, ...findTyped(form) }))
  return {
    typed,
    type(part) {
      const next = { ...typed, ...part }
      setTyped(next)
      keepTyped(form, next)
    },
    clear() {
      setTyped(blank)
      keepTyped(form, undefined)
    },
  }
}
