import type { Ids } from '#contract/ports.ts'
import { wipeCache, wipeMark } from '#db/names.ts'
import type { LarderDatabase } from '#db/database.ts'
import { deleteStore, wipePersonal } from '#db/wipe.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import { clearDevice } from './device-owner.ts'
import type { SessionManager } from './session-manager.ts'
import type { Entries, Mirror } from './mirror.ts'

type SignOutPorts = {
  db: LarderDatabase
  /** The store lasts only as long as the page: the durable one, which could not be opened, still has all of the person's data. */
  storeIsMemory(): boolean
  locationId: string
  ids: Pick<Ids, 'uuid'>
  manager: SessionManager
  mirror: Mirror
  /** It outlives the tab and belongs to no person: it holds the note that a wipe has begun. Throws where the browser refuses it. */
  localStorage(): Entries
  /** Where the worker sees that a wipe has begun; undefined where there is none. */
  caches?: Pick<CacheStorage, 'open' | 'has' | 'delete'> | undefined
  /** Removes the person's data from this tab's screens. */
  forgetHere(): void
  /** Tells the other tabs to do the same. */
  notifyTabs(): void
}

/**
 * How long emptying the tables may take before the whole store is deleted instead (ms). It takes a tenth of a second; a busy phone takes longer, and should not
 * lose its menus because of that.
 */
const emptyingMs = 1300
/** How long deleting the store may take (ms). */
const deletingMs = 400

/**
 * Leaves nothing of the person in any store of this device, without a network and whatever step fails. A step that hangs does not stop the others; if tables
 * cannot be emptied, the whole store is deleted. Ending the session on the server is the caller's next step.
 */
export async function wipeDevice(ports: SignOutPorts): Promise<void> {
  const { db, manager, mirror } = ports
  const revocationId = manager.session()?.revocationId
  const mark = markWipe(ports)
  // From here on nothing is sent as this person, and no late answer is stored.
  manager.take(undefined)
  mirror.clear()
  clearDevice(ports)
  ports.forgetHere()
  const isEmptied = await succeeds(unmarking(ports, mark, wipePersonal(db, ports.locationId)), emptyingMs)
  ports.notifyTabs()
  if (!isEmptied) await succeeds(unmarking(ports, mark, deleteStore(db, revocationId)), deletingMs)
  // Another tab, or an answer on its way, may have written between the two.
  mirror.clear()
}

/**
 * Finishes a wipe that was begun before the portal was last loaded. Returns false if the device still is not empty of that person: the session in its store is
 * then invalid.
 */
export async function resumeWipe(
  ports: Marked & Pick<SignOutPorts, 'db' | 'locationId' | 'mirror'>,
): Promise<boolean> {
  const mark = await findMark(ports)
  if (mark === undefined) return true
  // If somebody signed in after it was begun, on a page with a store of its own, the wipe is not about them.
  if (ports.mirror.findOnlyCopy()?.owed !== mark) ports.mirror.clear()
  if (ports.storeIsMemory()) return true
  return (
    (await succeeds(unmarking(ports, mark, wipePersonal(ports.db, ports.locationId)), emptyingMs)) ||
    (await succeeds(unmarking(ports, mark, deleteStore(ports.db, undefined)), deletingMs))
  )
}

type Marked = Pick<SignOutPorts, 'localStorage' | 'caches' | 'storeIsMemory'>

/** If the battery dies during a wipe, it is continued at the next start, before anything is read. */
function markWipe(ports: Marked & Pick<SignOutPorts, 'ids'>): string {
  const mark = ports.ids.uuid()
  const isKept = attempt(ports, (storage) => (storage.setItem(wipeMark, mark), true))
  // Where caches are refused, there is no worker either.
  void ports.caches?.open(wipeCache).catch(() => undefined)
  return isKept ? mark : wipeCache
}

/** Null: there is none; undefined: whether there is one cannot be read here. */
const readMark = (ports: Pick<Marked, 'localStorage'>): string | null | undefined =>
  attempt(ports, (storage) => storage.getItem(wipeMark))

/** Whether a wipe may have been begun and not finished. */
export const mayBeMarked = (ports: Pick<Marked, 'localStorage'>): boolean => readMark(ports) !== null

/** The mark of the wipe that was begun and is not finished. Where localStorage is refused, the worker's cache is the mark. */
export async function findMark(ports: Pick<Marked, 'localStorage' | 'caches'>): Promise<string | undefined> {
  const mark = readMark(ports)
  if (mark !== undefined) return mark ?? undefined
  return (await ports.caches?.has(wipeCache).catch(() => false)) ? wipeCache : undefined
}

/** A wipe has nothing left to do. The mark of a wipe that was begun since then stays; so does any mark whose store was not opened. Never rejects. */
export async function unmarkWipe(ports: Marked, mark: string): Promise<void> {
  if (ports.storeIsMemory() || (await findMark(ports)) !== mark) return
  attempt(ports, (storage) => storage.removeItem(wipeMark))
  void ports.caches?.delete(wipeCache).catch(() => undefined)
}

/** Removes a cache that has outlived its mark, if the browser died between the two: otherwise the worker would never show anything personal again. */
export function forgetUnmarked(ports: Marked): void {
  if (readMark(ports) === null) void ports.caches?.delete(wipeCache).catch(() => undefined)
}

/** Once it is done, however late, nothing is left to continue. */
async function unmarking(ports: Marked, mark: string, wipe: Promise<void>): Promise<void> {
  await wipe
  void unmarkWipe(ports, mark)
}

function attempt<T>(
  { localStorage }: Pick<Marked, 'localStorage'>,
  run: (storage: Entries) => T,
): T | undefined {
  try {
    return run(localStorage())
  } catch {
    return undefined // Storage is refused here: then there is nothing in it either.
  }
}

/** True when a step is done in time. If it fails or takes longer, the caller continues with the next, more drastic step. */
const succeeds = (step: Promise<void>, limitMs: number): Promise<boolean> =>
  withTimeout(
    limitMs,
    step.then(
      () => true,
      () => false,
    ),
    false,
  )
