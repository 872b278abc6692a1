import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, type MouseEvent, useRef, useState, Suspense } from 'react'
import { listSections } from '#contract/pricing/selection.ts'
import { statementOf } from '#contract/rules/allergens.ts'
import { type Availability, isAvailable } from '#contract/rules/item.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { AllergenFacts, NotEatenWords } from '#shared/allergens/allergen-facts.tsx'
import { useClosed } from '../closed-order.ts'
import { saveLine } from '../commands.ts'
import { type ItemForm, useItemForm } from '../use-item-form.ts'
import { AddBar } from './add-bar.tsx'
import type { Place } from './saved-dialog.tsx'
import { SectionFields } from './section-fields.tsx'
import styles from './order-form.module.css'

/** Not needed to show a dish: loads in the background before the diner has chosen, with the code that stores the choices. */
const loadParts = () => import('./form-parts.ts')
const FormNotes = lazy(async () => ({ default: (await loadParts()).FormNotes }))
const PaidOrder = lazy(async () => ({ default: (await loadParts()).PaidOrder }))
const DietNote = lazy(async () => ({ default: (await loadParts()).DietNote }))
const Outcome = lazy(async () => ({ default: (await loadParts()).Outcome }))

/** A dish's options, its quantity, and ADD TO ORDER with the live total within thumb's reach. `lost`: the line to change no longer exists. */
export function OrderForm({
  item,
  line,
  lost = false,
  tellsAllergens = false,
  onMore,
}: {
  item: MenuItem
  line: ViewLine | undefined
  lost?: boolean
  /** The restaurant states its dishes' allergens. */
  tellsAllergens?: boolean
  /** What ADD MORE ITEMS does if the list is already behind the dish; by default it leads to the list. */
  onMore?: (event: MouseEvent) => void
}) {
  const ticket = useTicket()
  const form = useItemForm(item, line)
  const { diets } = useDietaryNeeds()
  const [tap, setTap] = useState<Place>()
  const { saving, save, marker, messages, saved, close } = useSaving(item, line, form, ticket)
  const closed = useClosed(ticket, !line)
  const [asked, setAsked] = useState(false)
  const isAsked = asked && !form.canSave
  const closedNote = closed && (
    <LoadingGuard>
      <Suspense>
        <PaidOrder closed={closed} />
      </Suspense>
    </LoadingGuard>
  )
  return (
    <form
      className={styles.form}
      data-saving={marker}
      data-asked={isAsked || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (closed) return
        if (form.canSave) return save()
        setAsked(true)
        goToChoice(event.currentTarget, form.problems[0]?.key)
      }}
    >
      {closed === 'closed' && closedNote}
      {(marker === 2 || lost || form.missing.length > 0) && (
        <LoadingGuard>
          <Suspense>
            <FormNotes refused={marker === 2 && messages} lost={lost} missing={form.missing} />
          </Suspense>
        </LoadingGuard>
      )}
      {listSections(item).map(({ parent, sections }) =>
        sections.map((section, place) => (
          <SectionFields
            key={`${parent}${place}`}
            parent={parent}
            place={place}
            section={section}
            form={form}
          />
        )),
      )}
      {tellsAllergens && <AllergenFacts item={item} selection={form.selection} />}
      {closed ? (
        closed !== 'closed' && closedNote
      ) : (
        <AddBar
          form={form}
          warning={
            <>
              <NotEatenWords statement={statementOf(item, form.selection)} />
              {diets.length > 0 && (
                <LoadingGuard>
                  <Suspense>
                    <DietNote item={item} selection={form.selection} diets={diets} />
                  </Suspense>
                </LoadingGuard>
              )}
            </>
          }
          soldOut={unavailableText(item)}
          edited={line !== undefined}
          saving={saving}
          asked={isAsked}
          onPress={setTap}
        />
      )}
      {ticket.state !== 'loading' && (
        <LoadingGuard>
          <Suspense>
            <Outcome
              id={`${item.id} ${line?.lineId}`}
              form={form}
              ticket={ticket}
              saved={saved}
              edited={line !== undefined}
              openedBy={tap}
              onClose={close}
              onMore={onMore}
            />
          </Suspense>
        </LoadingGuard>
      )}
    </form>
  )
}

/** Why a dish cannot be ordered; undefined if it can. */
const unavailableText = (item: Availability): string | undefined =>
  isAvailable(item) ? undefined : (item.soldOutToday ?? t('Sold out for now. It may be back another day.'))

/** Scrolls to the missing choice, unfolding its section if needed. */
function goToChoice(form: HTMLFormElement, key: string | undefined): void {
  const choice = [...form.querySelectorAll('input')].find(({ name }) => name === key)
  choice?.closest('details')?.setAttribute('open', '')
  choice?.focus({ preventScroll: true })
  choice?.closest('fieldset')?.scrollIntoView({ block: 'center' })
}

/** Saves the line and follows its outcome. `marker` is the specification's saving marker: -1 at rest, 0 on success, 2 on error (§4). */
function useSaving(item: MenuItem, line: ViewLine | undefined, form: ItemForm, ticket: TicketState) {
  const { load } = usePortal()
  const busy = useRef(false)
  const [closedFor, setClosedFor] = useState<string>()
  const mutation = useMutation({
    mutationFn: async () => {
      const services = await load()
      const { selection, quantity } = form
      const newLineId = services.ids.uuid()
      const opId = await saveLine(services, { item, selection, quantity, lineId: line?.lineId, newLineId })
      return { opId, lineId: line?.lineId ?? newLineId }
    },
  })
  const { opId, lineId } = mutation.data ?? {}
  const refusal = ticket.state === 'active' ? ticket.row.refusals.find((one) => one.opId === opId) : undefined
  const saved =
    ticket.state === 'active' && opId !== undefined && closedFor !== opId && !refusal
      ? ticket.view.lines.find((one) => one.lineId === lineId)
      : undefined
  return {
    saving: mutation.isPending,
    save() {
      if (!form.canSave || busy.current) return
      // Two taps in one frame count once: the mutation's own state changes only with the next render.
      busy.current = true
      mutation.mutate(undefined, { onSettled: () => (busy.current = false) })
    },
    marker: mutation.isError || refusal ? 2 : saved ? 0 : -1,
    messages: refusal?.messages ?? [notSavedText()],
    saved,
    close: () => setClosedFor(opId),
  }
}
