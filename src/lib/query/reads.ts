import type { Query, QueryClient } from '@tanstack/react-query'
import type { Reads } from './effects.ts'
import { readNameOf } from './keys.ts'

/** The cached reads by name, for code that does not know query keys. */
export function readsOf(client: QueryClient): Reads {
  const isNamed =
    (names: readonly unknown[]) =>
    ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
      names.includes(readNameOf(queryKey))
  return {
    makeStale(names) {
      if (names.length > 0) void client.invalidateQueries({ predicate: isNamed(names) })
    },
    replace(name, answer) {
      client.setQueriesData({ predicate: isNamed([name]) }, answer)
    },
  }
}
