import { useMutation } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { listSections } from '#contract/pricing/selection.ts'
import { isAvailable } from '#contract/rules/item.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { maximumQuantity } from '#contract/rules/ticket.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import type { ViewLine } from '#lib/sync/ticket-view.ts'
import { saveLine } from '../commands.ts'
import { useItemForm } from '../use-item-form.ts'
import { type Place, SavedDialog } from './saved-dialog.tsx'
import { SectionFields } from './section-fields.tsx'
import styles from './order-form.module.css'

/** What can be chosen of a dish, how many, and ADD TO ORDER with the live total in one thumb's reach. */
export function OrderForm({ item, line }: { item: MenuItem; line: ViewLine | undefined }) {
  const { load } = usePortal()
  const ticket = useTicket()
  const form = useItemForm(item, line)
  const reach = useReachability()
  const busy = useRef(false)
  const [tap, setTap] = useState<Place>()
  const [closedFor, setClosedFor] = useState<string>()
  const saving = useMutation({
    mutationFn: async () => await saveLine(await load(), { item, selection: form.selection, quantity: form.quantity, lineId: line?.lineId }),
  })
  const opId = saving.data
  const refusal = ticket.state === 'active' ? ticket.row.refusals.find((one) => one.opId === opId) : undefined
  const saved = ticket.state === 'active' && opId !== undefined && closedFor !== opId && !refusal ? findSaved(ticket.view.lines, line) : undefined
  // The specification's saving marker: -1 at rest, 0 on success, 2 on error.
  const marker = saving.isError || refusal ? 2 : saved ? 0 : -1
  return (
    <form
      className={styles.form}
      data-order-form
      data-saving={marker}
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.canSave || busy.current) return
        // Two taps in one frame are one: the mutation's own state is only seen in the next.
        busy.current = true
        saving.mutate(undefined, { onSettled: () => (busy.current = false) })
      }}
    >
      {marker === 2 && (
        <Banner
          tone="error"
          header="Error"
          messages={refusal?.messages ?? ['This could not be kept on this device. Free some space and try again.']}
        />
      )}
      {listSections(item).map(({ parent, sections }) =>
        sections.map((section, place) => <SectionFields key={`${parent}${place}`} parent={parent} place={place} section={section} form={form} />),
      )}
      <div className={styles.bar}>
        <Quantity value={form.quantity} onChange={form.setQuantity} />
        <button
          type="submit"
          className={`button button--solid ${styles.add}`}
          disabled={!form.canSave}
          aria-busy={saving.isPending}
          aria-describedby="open-choices"
          onPointerDown={({ clientX, clientY }) => setTap({ clientX, clientY })}
        >
          <span>{isAvailable(item) ? (line ? 'SAVE TO ORDER' : 'ADD TO ORDER') : 'SOLD OUT'}</span>
          <span className="price">{formatCents(form.totalCents)}</span>
        </button>
        <p id="open-choices" className={styles.open} role="status">
          {isAvailable(item) && form.problems[0]?.message}
        </p>
      </div>
      {saved && ticket.state === 'active' && (
        <SavedDialog
          edited={line !== undefined}
          line={saved}
          totals={ticket.view.totals}
          openedBy={tap}
          waiting={saved.pending && reach === 'unreachable'}
          onClose={() => setClosedFor(opId)}
        />
      )}
    </form>
  )
}

/** The line that was saved: the edited one, else the newest. */
const findSaved = (lines: readonly ViewLine[], edited: ViewLine | undefined): ViewLine | undefined =>
  edited ? lines.find((one) => one.lineId === edited.lineId) : lines.at(-1)

function Quantity({ value, onChange }: { value: number; onChange: (quantity: number) => void }) {
  return (
    <div className={styles.quantity} role="group" aria-label="Quantity">
      <button type="button" aria-label="One less" disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Minus aria-hidden size={20} />
      </button>
      <output className="price" aria-label={`${value} of this`}>
        {value}
      </output>
      <button type="button" aria-label="One more" disabled={value >= maximumQuantity} onClick={() => onChange(value + 1)}>
        <Plus aria-hidden size={20} />
      </button>
    </div>
  )
}
