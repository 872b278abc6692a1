import { useEffect, useState } from 'react'

/**
 * Loads something rarely needed when it is wanted: undefined while it is loading, `failed` when it cannot be loaded, so that the screen can offer another way,
 * where a lazy component would break the whole screen. `load` must be a constant.
 */
export function useLazyLoad(load: () => Promise<unknown>, wanted = true): 'here' | 'failed' | undefined {
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
