import type { SessionRow } from '#db/sessions.ts'
import { entryNames, sessionEntries } from '#db/names.ts'

/**
 * The browser session's own copy of who is signed in, under the specification's names (§3 *Auth session*). The database is what counts; where it
 * lasts only as long as the page, this is what survives a reload.
 */
export type Mirror = {
  write(row: SessionRow | undefined): void
  /** Its content; undefined where it is incomplete or unreadable. */
  read(): MirroredSession | undefined
  /**
   * Present if this tab's copy is the only one (the page's store was in memory). A durable store with no session trusts only such a copy; otherwise the
   * person may have signed out elsewhere.
   */
  findOnlyCopy(): OnlyCopy | undefined
  /** Records on an only copy that somebody signed in for it. */
  noteSignIn(how: Required<OnlyCopy>): void
  /** Removes every entry of the browser session (§3) but one, whoever wrote it. */
  clear(except?: string): void
}
type MirroredSession = Pick<SessionRow, 'token' | 'refreshToken' | 'expiresAt' | 'email' | 'revocationId'>

/**
 * When somebody signed in for a copy (ms since the epoch), and the mark of a wipe that was pending then: that wipe is not about them. Empty where the page was
 * merely reloaded.
 */
export type OnlyCopy = { signedInAt?: number; owed?: string | undefined }

/** The part of a browser's storage that is used here. */
export type Entries = {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

const { token: tokenName, refreshToken: refreshName, expires: expiresName, email: emailName } = entryNames
const names = [tokenName, refreshName, expiresName, emailName] as const

/** Present while the mirror is the only copy. */
const onlyCopy = 'larder-only-copy'
/** The id that ends the session on the server: the specification has no name for it. */
const revocation = 'larder-revocation'

/**
 * The mirror in a storage. If the storage is refused, `storageOf` throws, as in a browser: then nothing is mirrored. `storeIsMemory`: whether the page's
 * store lasts only as long as the page.
 */
export function createMirror(
  storageOf: () => Entries,
  { storeIsMemory = (): boolean => false } = {},
): Mirror {
  const attempt = <T>(run: (storage: Entries) => T): T | undefined => {
    try {
      return run(storageOf())
    } catch {
      return undefined // Refused or full: the session is then only in the database.
    }
  }
  return {
    write(row) {
      attempt((storage) => {
        if (!row || !storeIsMemory()) storage.removeItem(onlyCopy)
        // What somebody typed is theirs: it is removed with their session, however that ends. A guest's sign-up form stays.
        const before = storage.getItem(emailName)
        if (before !== null && before !== row?.email) storage.removeItem(entryNames.typed)
        if (!row) return [...names, revocation].forEach((name) => storage.removeItem(name))
        if (storeIsMemory() && storage.getItem(onlyCopy) === null) storage.setItem(onlyCopy, 'yes')
        storage.setItem(tokenName, row.token)
        storage.setItem(refreshName, row.refreshToken)
        storage.setItem(expiresName, new Date(row.expiresAt).toISOString())
        storage.setItem(emailName, row.email)
        if (row.revocationId === undefined) storage.removeItem(revocation)
        else storage.setItem(revocation, row.revocationId)
      })
    },
    read: () =>
      attempt((storage) => {
        const [token, refreshToken, expires, email] = names.map((name) => storage.getItem(name) ?? '')
        const expiresAt = Date.parse(expires ?? '')
        const revocationId = storage.getItem(revocation)
        return token && refreshToken && email && !Number.isNaN(expiresAt)
          ? { token, refreshToken, expiresAt, email, ...(revocationId && { revocationId }) }
          : undefined
      }),
    findOnlyCopy: () =>
      attempt((storage) => {
        const text = storage.getItem(onlyCopy)
        if (text === null) return undefined
        const [signedInAt, owed] = text.split(' ')
        return Number.isNaN(Number(signedInAt)) ? {} : { signedInAt: Number(signedInAt), owed }
      }),
    noteSignIn({ signedInAt, owed }) {
      if (storeIsMemory())
        attempt((storage) => storage.setItem(onlyCopy, [signedInAt, owed ?? []].flat().join(' ')))
    },
    clear(except) {
      const all = [...sessionEntries, onlyCopy, revocation]
      attempt((storage) => all.forEach((name) => name !== except && storage.removeItem(name)))
    },
  }
}
