import { useQuery } from '@tanstack/react-query'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import { useNow } from '#lib/time/use-now.ts'
import { useLocationCopy } from './location.ts'
import { useTicket } from './portal-context.tsx'

/**
 * A book with sold-out dishes marked. The page's own markup does not depend on the time, so they are marked afterwards. The code for it is not in the launch's
 * script: on most evenings nothing is sold out.
 */
export function useSoldOutIn(book: MenuBook | undefined, mode: MenuMode): MenuBook | undefined {
  const location = useLocationCopy()?.location
  const ticket = useTicket()
  const now = useNow()
  const { data: mark } = useQuery({
    queryKey: ['sold-out'],
    queryFn: () => import('./sold-out.ts').then(({ soldOutIn }) => soldOutIn),
    enabled: !!location?.sold_out,
  })
  return book && now && location && mark ? mark(book, mode, location, ticket, now) : book
}
