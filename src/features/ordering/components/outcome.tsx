import { type ComponentProps, useEffect } from 'react'
import { useReachability } from '#lib/query/reachability.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { findTypedOf, keepTypedOf, wasTypedBeforeReload } from '#lib/query/typed-forms.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import type { ItemForm, Picked } from '../use-item-form.ts'
import { SavedDialog } from './saved-dialog.tsx'

type OutcomeProps = Pick<ComponentProps<typeof SavedDialog>, 'edited' | 'openedBy' | 'onClose' | 'onMore'> & {
  /** The dish and, where one is changed, its line. */
  id: string
  form: Pick<ItemForm, 'picked' | 'setPicked'>
  ticket: TicketState
  /** The line as it was just saved. */
  saved: ViewLine | undefined
}

/**
 * What happens to the choices of a dish: until the line is saved, they are stored for a reload (a phone reloads a page that it had unloaded); once it is,
 * a dialog says so.
 */
export function Outcome({ id, form: { picked, setPicked }, ticket, saved, ...dialog }: OutcomeProps) {
  const reach = useReachability()
  useEffect(() => {
    // What was picked since the reload counts.
    setPicked((now) => now ?? findPicked(id))
  }, [id, setPicked])
  useEffect(() => {
    if (picked) keepTypedOf('dish', id, { picked: JSON.stringify(picked) })
  }, [id, picked])
  const isSaved = saved !== undefined
  useEffect(() => {
    if (isSaved) keepTypedOf('dish', id, undefined)
  }, [id, isSaved])
  if (!saved || ticket.state !== 'active') return null
  const { totals } = ticket.view
  return (
    <SavedDialog
      {...dialog}
      line={saved}
      totals={totals}
      waiting={saved.pending && reach === 'unreachable'}
    />
  )
}

/** What was picked before the page was loaded again; leaving it for another page begins anew. */
function findPicked(id: string): Picked | undefined {
  const { picked } = wasTypedBeforeReload('dish', id) ? findTypedOf('dish', id) : {}
  return picked === undefined ? undefined : (JSON.parse(picked) as Picked)
}
