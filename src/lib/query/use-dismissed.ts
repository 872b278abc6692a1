import { useEffect, useState } from 'react'
import { usePrincipal } from './portal-context.tsx'

/** Per kind of dialog, the one that was dismissed last. */
const dismissed = new Map<string, { of: string; typed: unknown }>()

/**
 * What staff typed and chose in a dialog that was dismissed: Escape, the cross, a tap beside it and Back are pressed by mistake, too. `kept` is there once, when the
 * same person opens the same dialog again while the page lives. `about`: everything the dialog is about; what was typed about something else is not offered.
 */
export function useDismissed<T extends object>(
  dialog: string,
  ...about: readonly unknown[]
): { kept: T | undefined; keep: (typed: T) => void } {
  const of = JSON.stringify([usePrincipal(), ...about])
  const [kept] = useState(() => {
    const last = dismissed.get(dialog)
    return last?.of === of ? (last.typed as T) : undefined
  })
  useEffect(() => void dismissed.delete(dialog), [dialog])
  return { kept, keep: (typed) => void dismissed.set(dialog, { of, typed }) }
}
