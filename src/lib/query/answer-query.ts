import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import type { LoadServices, Services } from './services.ts'

/** The query of what is asked for anew each time, and is in no table of the device as it is shown here. What fails is an AppError. */
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

/** What stands in the place of something that is not there: why, and another try, which resolves with its answer. */
export type ReadState = { failed: AppError | undefined; retry: () => unknown }

type Failing = { data: unknown; error: AppError | null; errorUpdatedAt: number; refetch(): unknown }

/** The last failure that a screen heard of, and when, by its `refetch`: one function for as long as it is open. */
const lastFailures = new WeakMap<object, [number, AppError]>()

/** Why a query failed last, until there is an answer: TanStack Query drops the error of one without data as it asks again, and the notice would flicker. */
export function findFailure({ data, error, errorUpdatedAt, refetch }: Failing): AppError | undefined {
  if (error) lastFailures.set(refetch, [errorUpdatedAt, error])
  const [at, last] = lastFailures.get(refetch) ?? []
  return error ?? (data === undefined && at === errorUpdatedAt ? last : undefined)
}

/** The same of a query. `failed` stands only where there is nothing to show. */
export const readStateOf = (query: Failing): ReadState => ({
  failed: query.data === undefined ? findFailure(query) : undefined,
  retry: query.refetch,
})
