import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'

declare module '@tanstack/react-query' {
  interface Register {
    /** `persist`: small, not personal, and needed before the first paint. */
    queryMeta: { persist?: boolean }
  }
}

const maximumAgeMs = 24 * 60 * 60 * 1000

/**
 * The query client. Data on the device is shown first and refreshed in the background, so queries are stale at once, run whatever the browser believes about
 * the network (the device's own copy is a valid answer), and are not retried here: the device-backed read decides.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 60_000, gcTime: maximumAgeMs },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** A tab's storage may be refused altogether (private windows, policies). */
function findLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined // Reading the property throws where it is forbidden; the portal then starts from its database.
  }
}

/**
 * Restores persisted queries synchronously before the first render, and keeps them saved. `buster` drops copies from another build. A query is saved while it
 * has data, even after a failed refetch: the default rule would delete the copy just when it is needed.
 */
export async function persistQueries(queryClient: QueryClient, buster: string): Promise<void> {
  const storage = findLocalStorage()
  if (!storage) return
  const options = {
    queryClient,
    persister: createSyncStoragePersister({ storage, key: 'larder:queries' }),
    maxAge: Infinity,
    buster,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: { meta?: { persist?: boolean } | undefined; state: { data: unknown } }) =>
        query.meta?.persist === true && query.state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  }
  await persistQueryClientRestore(options)
  persistQueryClientSubscribe(options)
}
