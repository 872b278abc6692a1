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
  /** The store lasts only as long as the page: the lasting one, which could not be opened, has all of the person still. */
  storeIsMemory: boolean
  locationId: string
  ids: Pick<Ids, 'uuid'>
  manager: SessionManager
  mirror: Mirror
  /** What outlives the tab and is nobody's: it holds the note that a wipe has begun. Throws where the browser refuses it. */
  localStorage(): Entries
  /** Where the worker sees that a wipe has begun; undefined where there is none. */
  caches?: Pick<CacheStorage, 'open' | 'has' | 'delete'> | undefined
  /** Removes what this tab's screens hold of the person. */
  forgetHere(): void
  /** Tells the other tabs to do the same. */
  notifyTabs(): void
}

/**
 * How long emptying the tables gets before the whole store is deleted instead (ms). It takes a tenth of a second; a phone that is busy takes longer,
 * and must not lose its menus for it.
 */
const emptyingMs = 1300
/** How long deleting the store gets (ms). */
const deletingMs = 400

/**
 * Leaves nothing of the person in any store of this device, without a network and whatever step fails. A step that hangs does not stop the others;
 * tables that cannot be emptied go with the whole store. Ending the session on the server is the caller's next step.
 */
export async function wipeDevice(ports: SignOutPorts): Promise<void> {
  const { db, manager, mirror } = ports
  const revocationId = manager.session()?.revocationId
  const mark = markWipe(ports)
  // From here on nothing is sent as them, and no late answer is stored.
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
 * Finishes a wipe that was begun in an earlier life of the portal. False where the device is not empty of that person after it, either: what its store
 * says of a session is over then.
 */
export async function resumeWipe(
  ports: Marked & Pick<SignOutPorts, 'db' | 'locationId' | 'mirror'>,
): Promise<boolean> {
  const mark = await findMark(ports)
  if (mark === undefined) return true
  // Who signed in after it was begun, in a page of its own store, is not the one it is about.
  if (ports.mirror.findOnlyCopy()?.owed !== mark) ports.mirror.clear()
  if (ports.storeIsMemory) return true
  return (
    (await succeeds(unmarking(ports, mark, wipePersonal(ports.db, ports.locationId)), emptyingMs)) ||
    (await succeeds(unmarking(ports, mark, deleteStore(ports.db, undefined)), deletingMs))
  )
}

type Marked = Pick<SignOutPorts, 'localStorage' | 'caches' | 'storeIsMemory'>

/** A wipe that a dead battery interrupts is continued at the next start, before anything is read. */
function markWipe(ports: Marked & Pick<SignOutPorts, 'ids'>): string {
  const mark = ports.ids.uuid()
  const isKept = attempt(ports, (storage) => (storage.setItem(wipeMark, mark), true))
  // Where caches are refused there is no worker, either.
  void ports.caches?.open(wipeCache).catch(() => undefined)
  return isKept ? mark : wipeCache
}

/** Null: there is none; undefined: whether there is one cannot be read here. */
const readMark = (ports: Pick<Marked, 'localStorage'>): string | null | undefined =>
  attempt(ports, (storage) => storage.getItem(wipeMark))

/** Whether a wipe may have been begun and not finished. */
export const mayBeMarked = (ports: Pick<Marked, 'localStorage'>): boolean => readMark(ports) !== null

/** The wipe that was begun and is not finished yet, by its mark. Where localStorage is refused the worker's cache is it. */
export async function findMark(ports: Pick<Marked, 'localStorage' | 'caches'>): Promise<string | undefined> {
  const mark = readMark(ports)
  if (mark !== undefined) return mark ?? undefined
  return (await ports.caches?.has(wipeCache).catch(() => false)) ? wipeCache : undefined
}

/** A wipe has nothing left to do. The mark of one that was begun since stays; so does any where the store that it is about was not opened. Never rejects. */
export async function unmarkWipe(ports: Marked, mark: string): Promise<void> {
  if (ports.storeIsMemory || (await findMark(ports)) !== mark) return
  attempt(ports, (storage) => storage.removeItem(wipeMark))
  void ports.caches?.delete(wipeCache).catch(() => undefined)
}

/** The cache that outlived its mark, where the browser died between the two: the worker would show nothing of anybody for ever. */
export function forgetUnmarked(ports: Marked): void {
  if (readMark(ports) === null) void ports.caches?.delete(wipeCache).catch(() => undefined)
}

/** Once it is done, however late, nothing is left to go on with. */
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
    return undefined // Refused here: then there is nothing in it either.
  }
}

/** True when a step is done within its time. Where it fails, or takes longer, the caller goes on to the next, harder one. */
const succeeds = (step: Promise<void>, limitMs: number): Promise<boolean> =>
  withTimeout(
    limitMs,
    step.then(
      () => true,
      () => false,
    ),
    false,
  )
