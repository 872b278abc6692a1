import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'

export type HistoryVisit = {
  /** Its position in the browser's history. */
  index: number
  /** It was reached by Back, within one load of the page. */
  isBack: boolean
  /** On the way to another page a screen still stands, and that visit is not its own. */
  isOwn: boolean
}

/** The current visit, for the screen that it shows. Called from the screen's first render on: later it is not known how it was reached. */
export function useHistoryVisit(): HistoryVisit {
  const router = useRouter()
  const { pathname, state } = useLocation()
  const index = state.__TSR_index
  const [own] = useState(pathname)
  const [visit, setVisit] = useState(() => ({
    index,
    before: router.state.resolvedLocation?.state.__TSR_index,
  }))
  if (visit.index !== index) setVisit({ index, before: visit.index })
  const isBack = visit.index === index && visit.before !== undefined && visit.before > index
  return { index, isBack, isOwn: pathname === own }
}

/** Returns a function that goes on to the visit before one, once for each: it stands until the browser has gone, and its effects may run again. */
export function useBackOnce(): (index: number) => void {
  const { history } = useRouter()
  const leftFrom = useRef<number>(undefined)
  return useCallback(
    (index) => {
      if (leftFrom.current === index) return
      leftFrom.current = index
      history.back()
    },
    [history],
  )
}
