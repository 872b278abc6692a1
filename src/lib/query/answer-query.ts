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

/** What stands in the place of something that is not there: why, and another try. */
export type ReadState = { failed: AppError | undefined; retry: () => void }

/** The same of a query. `failed` stands only where there is nothing to show. */
export const readStateOf = (query: {
  data: unknown
  error: AppError | null
  refetch(): unknown
}): ReadState => ({
  failed: query.data === undefined ? (query.error ?? undefined) : undefined,
  retry: () => void query.refetch(),
})
