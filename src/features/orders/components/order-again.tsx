import { t } from '#contract/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dietaryNeedsOf } from '#contract/rules/diets.ts'
import { isOn } from '#contract/rules/features.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { serverTime } from '#lib/ports/server-clock.ts'
import { findAvoided } from '#lib/query/avoided-allergens.ts'
import { findDiets } from '#lib/query/chosen-diets.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { soldOutIn } from '#lib/query/sold-out.ts'
import { whenTicket } from '#lib/query/ticket-store.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { type AgainPlan, orderAgain, planAgain } from '../again.ts'

/** ORDER AGAIN: adds everything at once; if something is unavailable or costs something else now, that is said first. */
export function OrderAgain({ ticket, label }: { ticket: TicketOrder; label?: string }) {
  const { load, facts, tickets } = usePortal()
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useLocationCopy()?.location
  const settings = location?.settings
  const active = useTicket()
  const isClosed = isBeingPaid(active) || (active.state === 'active' && holdsMoney(active.view.snapshot))
  const [plan, setPlan] = useState<AgainPlan>()
  const adding = useSingleMutation({
    async mutationFn(wanted: AgainPlan) {
      await orderAgain(await load(), wanted)
      // Waits until the screens know of it: the cart would look empty and redirect home.
      await whenTicket(tickets, ({ state }) => state !== 'none')
    },
    onSuccess: () => void navigate({ to: '/ordercart' }),
  })
  const planning = useSingleMutation({
    async mutationFn() {
      const { value } = await client.ensureQueryData(bookQuery(load, facts.host.locationId, 'order'))
      const book = location ? soldOutIn(value, 'order', location, active, serverTime(Date.now())) : value
      return planAgain(ticket, book, dietaryNeedsOf(findAvoided(), findDiets()))
    },
    onSuccess: (next) => {
      if (next.notes.length === 0 && next.available.length > 0) adding.mutate(next)
      else
        setPlan(next.notes.length > 0 ? next : noteOnlyPlan(t('Nothing from this order is on the menu now.')))
    },
    onError: () =>
      setPlan(
        noteOnlyPlan(t('The menu has not reached this device yet. Please try again when there is a signal.')),
      ),
  })
  if (!settings || !isOn(settings, 'onlineOrders')) return null
  const rest = plan?.available.filter(({ isAvoided }) => !isAvoided) ?? []
  const isAvoiding = plan !== undefined && rest.length < plan.available.length
  const go = (): void =>
    isClosed
      ? setPlan(noteOnlyPlan(t('You’re still paying for another order. Please finish that one first.')))
      : planning.mutate()
  return (
    <>
      <Button look="second" onClick={go} busy={planning.isPending || adding.isPending} aria-label={label}>
        {t('ORDER AGAIN')}
      </Button>
      {adding.isError && <Banner tone="error" header={t('Error')} messages={[notSavedText()]} />}
      <Dialog
        open={plan !== undefined}
        onClose={() => setPlan(undefined)}
        title={titleOf(plan, isAvoiding)}
        actions={
          <>
            {plan && plan.available.length > 0 && (
              <Button busy={adding.isPending} onClick={() => adding.mutate(plan)}>
                {isAvoiding ? t('ADD ANYWAY') : t('ADD WHAT’S AVAILABLE')}
              </Button>
            )}
            {isAvoiding && rest.length > 0 && (
              <Button
                look="second"
                busy={adding.isPending}
                onClick={() => adding.mutate({ ...plan, available: rest })}
              >
                {t('LEAVE OUT WHAT YOU AVOID')}
              </Button>
            )}
            <Button look="second" onClick={() => setPlan(undefined)}>
              {t('CLOSE')}
            </Button>
          </>
        }
      >
        {plan && <Differences plan={plan} />}
      </Dialog>
    </>
  )
}

function titleOf(plan: AgainPlan | undefined, isAvoiding: boolean): string {
  if (!plan || plan.available.length === 0) return t('This cannot be ordered again')
  return isAvoiding ? t('Please check this first') : t('Some of it has changed')
}

const noteOnlyPlan = (note: string): AgainPlan => ({ available: [], notes: [note] })

function Differences({ plan }: { plan: AgainPlan }) {
  return (
    <Box display="grid" gap="4">
      <chakra.ul display="grid" gap="2">
        {/* Two lines of the same dish have the same note. */}
        {[...new Set(plan.notes)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </chakra.ul>
      {plan.available.length > 0 && (
        <Text color="muted">
          {t('We’ll add these to your order:')}{' '}
          {plan.available.map(({ line }) => `${line.quantity} × ${line.name}`).join(', ')}
        </Text>
      )}
    </Box>
  )
}
