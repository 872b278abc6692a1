import { isNewerVersion } from '#contract/rules/version.ts'

type VersionPorts = {
  /** The answer's body; rejects when there is none. */
  fetchJson(address: string): Promise<unknown>
  /** ms since the epoch. */
  now(): number
  /** The version of these scripts. */
  built: string
}

/** The minimum time between two checks (ms), however often somebody returns to the tab. */
const pauseMs = 10 * 60 * 1000

/**
 * Asks the server for its version (specification §7 `GET /meta.json`, with a query that no cache has seen). The returned function gives the served version if
 * it is newer than these scripts, undefined if not, if it could not be read, or within ten minutes of the last answer.
 */
export function createVersionCheck({
  fetchJson,
  now,
  built,
}: VersionPorts): () => Promise<string | undefined> {
  let askedAt = -Infinity
  return async () => {
    if (now() - askedAt < pauseMs) return undefined
    const before = askedAt
    askedAt = now()
    try {
      const meta = await fetchJson(`/meta.json?${askedAt.toString(36)}`)
      const served =
        typeof meta === 'object' && meta !== null && 'version' in meta && typeof meta.version === 'string'
          ? meta.version
          : ''
      return isNewerVersion(served, built) ? served : undefined
    } catch {
      // No answer says nothing about the version: the next occasion asks again.
      askedAt = before
      return undefined
    }
  }
}
