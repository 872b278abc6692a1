import { useRouter } from '@tanstack/react-router'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { takePreviousPath } from '#lib/query/session-marks.ts'
import { forgetAfterSignUp } from './after-sign-up.ts'
import { isWayIn } from './ways-in.ts'

type KnownRoutes = {
  getMatchedRoutes(path: string): readonly [matched: unknown, params: unknown, found: unknown]
}

/**
 * A path to go back to, or undefined: only a path of this origin that leads to a screen of this portal is one. `//elsewhere`, `javascript:`,
 * an escaped slash and an unknown screen are not (reliability H13, X3). Query and fragment are left behind: a token may stand there. Of the
 * query stays what says which receipt it is, which line of the order is edited, and what is done with an order.
 */
export function findReturnPath(path: string | undefined, router: KnownRoutes): string | undefined {
  if (path === undefined || !isOwnPath(path)) return undefined
  const { pathname, searchParams } = new URL(path, 'https://portal.invalid')
  if (!isOwnPath(pathname) || isWayIn(pathname)) return undefined
  const [, , found] = router.getMatchedRoutes(pathname)
  return found === undefined ? undefined : `${pathname}${namesOf(pathname, searchParams)}`
}

/** The part of a query without which a screen shows nothing, or something else, and which is no secret. */
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
    // Taken in any case: a path that is left lying would surprise at some later sign-in.
    const previous = takePreviousPath()
    forgetAfterSignUp()
    return findReturnPath(from, router) ?? findReturnPath(previous, router) ?? '/'
  }
}
