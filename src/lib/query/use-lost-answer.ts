import { useEffect, useEffectEvent } from 'react'

/**
 * A press whose answer was lost, or is longer on its way than what it changed, is done once what was read since shows it (`isDone`): to try it again, as the
 * error says, would press what stands there now. `onDone` takes the error away, and says what is so.
 */
export function useLostAnswer(isDone: boolean, onDone: () => void): void {
  const noteDone = useEffectEvent(onDone)
  useEffect(() => {
    if (isDone) noteDone()
  }, [isDone])
}
