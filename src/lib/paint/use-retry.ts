import { useState } from 'react'

/** For a retry button: whether a retry is in progress, and the handler. Meanwhile the notice stays, with the focus. */
export function useRetry(ask: () => unknown): { busy: boolean; retry: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await ask()
    setBusy(false)
  }
  return { busy, retry }
}
