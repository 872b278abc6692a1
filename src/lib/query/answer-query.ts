import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import type { LoadServices, Services } from './services.ts'

/** A query for data that is fetched each time and is not stored on the device in this form. Errors are AppErrors. */
export const answerQuery = <T>(
  load: LoadServices,
  queryKey: QueryKey,
  ask: (services: Services) => Promise<T>,
) =>
  queryOptions<T, AppError>({
    queryKey,
    async queryFn() {
      try {
        return await ask(await load())
      } catch (cause) {
        throw asAppError(cause)
      }
    },
  })

/** What is shown in place of missing data: why it failed, and a retry, which resolves with its answer. */
export type ReadState = { failed: AppError | undefined; retry: () => unknown }

type Failing = { data: unknown; error: AppError | null; errorUpdatedAt: number; refetch(): unknown }

/** The last failure that a screen showed, and when, by its `refetch`, which is the same function as long as the screen is open. */
const lastFailures = new WeakMap<object, [number, AppError]>()

/** Why a query failed last, until there is an answer. TanStack Query drops the error of a query without data as it retries, and the notice would flicker. */
export function findFailure({ data, error, errorUpdatedAt, refetch }: Failing): AppError | undefined {
  if (error) lastFailures.set(refetch, [errorUpdatedAt, error])
  const [at, last] = lastFailures.get(refetch) ?? []
  return error ?? (data === undefined && at === errorUpdatedAt ? last : undefined)
}

/** The same for a query. `failed` is set only where there is no data to show. */
export const readStateOf = (query: Failing): ReadState => ({
  failed: query.data === undefined ? findFailure(query) : undefined,
  retry: query.refetch,
})
