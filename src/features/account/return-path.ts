import { useRouter } from '@tanstack/react-router'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { takePreviousPath } from '#lib/query/session-marks.ts'
import { forgetAfterSignUp } from './after-sign-up.ts'
import { isWayIn } from './ways-in.ts'

type KnownRoutes = {
  getMatchedRoutes(path: string): readonly [matched: unknown, params: unknown, found: unknown]
}

/**
 * A path to return to, or undefined: only a path of this origin that leads to a screen of this portal counts. `//elsewhere`, `javascript:`, an escaped slash
 * and an unknown screen do not (reliability H13, X3). Query and fragment are dropped, because they may contain a token. Of the query, only the parts stay that
 * select a receipt, the edited line of the order, or an action on an order.
 */
export function findReturnPath(path: string | undefined, router: KnownRoutes): string | undefined {
  if (path === undefined || !isOwnPath(path)) return undefined
  const { pathname, searchParams } = new URL(path, 'https://portal.invalid')
  if (!isOwnPath(pathname) || isWayIn(pathname)) return undefined
  const [, , found] = router.getMatchedRoutes(pathname)
  return found === undefined ? undefined : `${pathname}${namesOf(pathname, searchParams)}`
}

/** The parts of a query that a screen needs to show the right thing, and that are no secret. */
const namesAt: readonly [path: RegExp, names: readonly string[]][] = [
  [/^\/receipt$/, ['type', 'object_id']],
  [/^\/order\/[^/]+\/category\/[^/]+\/item\/[^/]+$/, ['line']],
  [/^\/ticket\/[^/]+$/, ['action']],
]

function namesOf(pathname: string, query: URLSearchParams): string {
  const names = namesAt.find(([path]) => path.test(pathname))?.[1] ?? []
  const kept = names.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`
}

/** Where signing in leads: the page that the user came from, else the stored previous path, else / (specification §2 *Login*). */
export function useReturnPath(): (from: string | undefined) => string {
  const router = useRouter()
  return (from) => {
    // Read in any case, which removes it: a path that stays stored would be used unexpectedly at a later sign-in.
    const previous = takePreviousPath()
    forgetAfterSignUp()
    return findReturnPath(from, router) ?? findReturnPath(previous, router) ?? '/'
  }
}
