import { useEffect, useState } from 'react'

/**
 * Fetches what is needed only now and then, when it is wanted: undefined while it is on its way, `failed` when it cannot be had, so that
 * the screen offers another way on where a lazy component alone would take the screen down. `load` is a constant.
 */
export function useLazyLoad(wanted: boolean, load: () => Promise<unknown>): 'here' | 'failed' | undefined {
  const [state, setState] = useState<'here' | 'failed'>()
  useEffect(() => {
    if (!wanted) return undefined
    let gone = false
    load().then(
      () => !gone && setState('here'),
      () => !gone && setState('failed'),
    )
    return () => {
      gone = true
    }
  }, [wanted, load])
  return state
}
