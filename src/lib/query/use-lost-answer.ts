import { useEffect, useEffectEvent } from 'react'

/**
 * For a press whose answer was lost, or takes longer than its effect: it was done once the data read since then shows it (`isDone`). Trying it again, as the
 * error suggests, would press whatever is there now. `onDone` removes the error and shows the new state.
 */
export function useLostAnswer(isDone: boolean, onDone: () => void): void {
  const noteDone = useEffectEvent(onDone)
  useEffect(() => {
    if (isDone) noteDone()
  }, [isDone])
}
