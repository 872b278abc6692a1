import { useState } from 'react'

/** For the button that asks again for what failed: whether it is asking, and what a tap does. The notice stays meanwhile, with the focus. */
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
