import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { isNewer } from '#db/newest.ts'
import { AppError, asAppError } from '#lib/errors/app-error.ts'
import type { Aged } from './device-backed.ts'
import type { LoadServices, Services } from './services.ts'

/** Whose data it is: a person's, by principal, or the `current` user's at the time of the request. Left out: everybody's. */
type Personal = string | { current: true } | undefined

type Reading<A extends Aged<unknown>> = {
  load: LoadServices
  /** The device's copy through `show`, then the network's answer (readDeviceBacked). */
  read(services: Services, show: (copy: A) => void): Promise<A>
  personal?: Personal
}

/** The cache entry that the data is shown from. */
type Shown<A> = { get(): A | undefined; set(copy: A): void }

/**
 * The same rule for all data that is shown from the device and refreshed in the background: a copy is shown unless something at least as new is shown, an
 * answer unless something newer is. Personal data is refused (AppError `unauthorized`) when its person is not signed in, or no longer when it arrives: signing
 * out has removed it, and it must not come back.
 */
export async function readAndShow<A extends Aged<unknown>>(
  { load, read, personal }: Reading<A>,
  shown: Shown<A>,
): Promise<A> {
  try {
    const services = await load()
    const who = personal === undefined || typeof personal === 'string' ? personal : services.principal()
    const isTheirs = (): boolean => who === undefined || services.principal() === who
    if (!isTheirs()) throw signedOut()
    const answer = await read(services, (copy) => {
      const current = shown.get()
      if (isTheirs() && !(current && current.savedAt >= copy.savedAt)) shown.set(copy)
    })
    if (!isTheirs()) throw signedOut()
    const current = shown.get()
    return isNewer(current, answer, services.clock.now()) ? current! : answer
  } catch (cause) {
    throw asAppError(cause)
  }
}

const signedOut = (): AppError => new AppError('unauthorized', 'somebody else is signed in now')

type DeviceBackedQuery<A extends Aged<unknown>> = Reading<A> & {
  key: QueryKey
  /** Small, not personal, and needed before the first paint: also stored outside of the database. */
  persist?: boolean
  /** Called with what is shown, the copy and the answer. */
  onShown?: (client: QueryClient, shown: A) => void
}

/** The query for something that the server owns and the device has a copy of. Only this query writes under its key. */
export const deviceBackedQuery = <A extends Aged<unknown>>({
  key,
  persist = false,
  onShown,
  ...reading
}: DeviceBackedQuery<A>) =>
  queryOptions<A, AppError>({
    queryKey: key,
    ...(persist && { meta: { persist } }),
    async queryFn({ client }) {
      const answer = await readAndShow(reading, {
        get: () => client.getQueryData<A>(key),
        set(copy) {
          client.setQueryData<A>(key, copy)
          onShown?.(client, copy)
        },
      })
      onShown?.(client, answer)
      return answer
    },
  })
