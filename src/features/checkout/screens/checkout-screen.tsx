import { t } from '#contract/language.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Contact } from '#contract/rules/contact.ts'
import type { ServedMenu } from '#contract/rules/menu-hours.ts'
import { type CheckoutStep, holdsMoney, isFinished, listSteps } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { LoadingOrFailed, Skeleton } from '#lib/paint/screen-states.tsx'
import { switchesOf, useLocationState } from '#lib/query/location.ts'
import { isBackLater, useLineDifferences } from '#lib/query/line-checks.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { useOrderGone } from '#lib/query/use-order-gone.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { useNotEaten } from '#shared/allergens/use-not-eaten.ts'
import type { StepProps } from '#shared/forms/step-frame.tsx'
import { Button } from '#lib/ui/button.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { OrderSummary } from '#shared/forms/order-summary.tsx'
import { UnreadableTotals } from '#shared/forms/unreadable-totals.tsx'
import { useScrollAfter } from '#lib/ui/use-scroll-after.ts'
import { PauseNote } from '#shared/order-pause/pause-note.tsx'
import { AnsweredSteps } from '../components/answered-steps.tsx'
import { DeliveryStep } from '../components/delivery-step.tsx'
import { InformationStep } from '../components/information-step.tsx'
import { PaymentStep } from '../components/payment-step.tsx'
import { Progress } from '../components/progress.tsx'
import { PromoStep } from '../components/promo-step.tsx'
import { TimeStep } from '../components/time-step.tsx'
import { ChangedOrder } from '../components/changed-order.tsx'
import type { Unread } from '../components/waiting.tsx'
import { TipStep } from '../components/tip-step.tsx'
import { useCheckoutStep } from '../use-checkout-step.ts'
import { useProceed } from '../use-proceed.ts'
import { useLateRefusals } from '../use-late-refusals.ts'
import { useServedMenus } from '../use-served-menus.ts'
import { type Habits, noHabits } from '../habits.ts'
import { useHabits } from '../use-habits.ts'

type Active = Extract<TicketState, { state: 'active' }>

/** `/ordercheckout`: delivery, time, information, promo, tip, payment; the summary next to it. */
export function CheckoutScreen() {
  const ticket = useTicket()
  const { copy, failed, retry } = useLocationState()
  const gone = useOrderGone(ticket)
  if (ticket.state === 'loading' || !copy) {
    return (
      <>
        <PageHead title={t('Checkout')} />
        <div className="container">
          <LoadingOrFailed failed={failed} what={t('This page')} onRetry={retry} />
        </div>
      </>
    )
  }
  if (ticket.state === 'unreadable') {
    return (
      <>
        <PageHead title={t('Checkout')} />
        <UnreadableTotals />
      </>
    )
  }
  if (gone === 'looking') return null
  if (ticket.state === 'active' && isFinished(ticket.view.status)) return <RedirectTo to="/ordersubmit" />
  if (gone) return <RedirectTo to={gone} />
  if (ticket.state !== 'active') return null
  // The cart explains that the order is empty, what was refused, and what is offered instead.
  if (ticket.view.lines.length === 0 || isSetBack(ticket)) return <RedirectTo to="/ordercart" />
  const { snapshot } = ticket.view
  if (!snapshot) return <NotReachedYet />
  return (
    <Steps
      key={ticket.view.draftId}
      ticket={ticket}
      snapshot={snapshot}
      promoCodes={switchesOf(copy.location.settings).promoCodes}
    />
  )
}

/** Dishes are missing, and nothing was paid yet that would keep them from being added again. */
const isSetBack = ({ view: { snapshot }, row: { lost }, attempt }: Active): boolean =>
  lost?.some((one) => one.isSetBack) === true && !attempt && !(snapshot && holdsMoney(snapshot))

function Steps({
  ticket: { view, row, attempt },
  snapshot,
  promoCodes,
}: {
  ticket: Active
  snapshot: TicketOrder
  promoCodes: boolean
}) {
  const switches = { orderAhead: snapshot.settings.show_order_ahead_option, promoCodes }
  const unresolved = attempt !== undefined
  // There is money on the ticket, or there may be: only the payment step is left (specification §2).
  const forced = view.status === 'PaymentComplete' || unresolved || holdsMoney(snapshot)
  const { step, isFresh, back, to } = useCheckoutStep(view.draftId, switches, forced)
  const differences = useLineDifferences(forced ? undefined : view)
  const canWait = switches.orderAhead && isBackLater(differences)
  const isLaterWanted = useLocation({ select: ({ state }) => state.isForLater === true })
  const [isForLater, setForLater] = useState(isLaterWanted)
  // Steps before the time, that is delivery, are asked as usual.
  const isOpen =
    differences.length === 0 || (canWait && (step === 'time' || (isForLater && step === 'delivery')))
  useScrollAfter(step)
  const { tellsAllergens } = useMenus('order')
  const notEaten = useNotEaten(view.lines)
  const habits = useHabits()
  const usual = habits ?? noHabits
  const menus = useServedMenus(view)
  const { proceed, begin, refused } = useProceed(step, { switches, usual, menus, to })
  const beginning = useBeginning(isFresh && !forced && isOpen, habits, begin)
  const steps = listSteps(switches)
  const before = steps.slice(0, steps.indexOf(step) + 1)
  const late = useLateRefusals({ view, refusals: row.refusals, steps: forced ? [] : before, to })
  const onDone = async (): Promise<void> => {
    await late.dismissOf(step)
    await proceed()
  }
  const props = { view, onBack: back, onDone }
  return (
    <>
      <PageHead title={t('Checkout')} />
      <TwoColumns
        about="order"
        main={
          <>
            <Progress steps={steps} current={step} />
            <PauseNote />
            {late.messages.length > 0 && (
              <Banner
                intoView
                tone="error"
                header={t('Error')}
                messages={late.messages}
                onDismiss={() => void late.dismiss()}
              />
            )}
            {differences.length > 0 && (
              <ChangedOrder
                differences={differences}
                onLater={
                  !canWait || isOpen
                    ? undefined
                    : () => (step === 'delivery' ? setForLater(true) : to('time'))
                }
              />
            )}
            {isOpen && (
              <>
                <AnsweredSteps
                  view={view}
                  steps={steps.slice(0, steps.indexOf(step))}
                  onChange={forced ? undefined : to}
                />
                {refused?.step === step && (
                  <Banner tone="error" header={t('Error')} messages={refused.messages} />
                )}
                {beginning ? (
                  <Skeleton count={3} shape="row" />
                ) : (
                  <Step
                    {...props}
                    step={step}
                    snapshot={snapshot}
                    stored={row.contact}
                    usual={usual}
                    menus={menus}
                    to={to}
                    unresolved={unresolved}
                    unread={
                      late.messages.length > 0
                        ? { messages: late.messages, onRead: () => void late.dismiss() }
                        : undefined
                    }
                  />
                )}
              </>
            )}
          </>
        }
        aside={<OrderSummary view={view} withLines tellsAllergens={tellsAllergens} notEaten={notEaten} />}
      />
    </>
  )
}

/**
 * A guest with earlier orders enters checkout as if CONTINUE had been pressed, skipping the known answers from the first step on, including the way of the last
 * order. True while that runs. Nobody else waits: their first step is asked at once.
 */
function useBeginning(isFresh: boolean, habits: Habits | undefined, begin: () => Promise<void>): boolean {
  const [isDone, setDone] = useState(!isFresh)
  const hasBegun = useRef(false)
  const isKnown = habits && habits.way !== undefined
  useEffect(() => {
    if (isDone || isKnown === undefined || hasBegun.current) return
    hasBegun.current = true
    const done = (): void => setDone(true)
    // Decided once: an order that another tab places meanwhile moves nobody on. If it fails, the step is asked, and its answer will show why.
    void (isKnown ? begin() : Promise.resolve()).then(done, done)
  }, [isDone, isKnown, begin])
  return !isDone && isKnown !== false
}

type StepOfCheckout = StepProps & {
  view: TicketView
  step: CheckoutStep
  snapshot: TicketOrder
  stored: Partial<Contact> | undefined
  usual: Habits
  menus: readonly ServedMenu[]
  to: (step: CheckoutStep) => void
  unresolved: boolean
  unread: Unread | undefined
}

function Step({ step, snapshot, stored, usual, menus, to, unresolved, unread, ...props }: StepOfCheckout) {
  switch (step) {
    case 'delivery':
      return <DeliveryStep {...props} settings={snapshot.settings} usual={usual} />
    case 'time':
      return (
        <TimeStep
          {...props}
          days={snapshot.settings.available_order_ahead_time_slots_for_the_future}
          menus={menus}
        />
      )
    case 'information':
      return <InformationStep {...props} stored={stored} usual={usual} />
    case 'promo':
      return <PromoStep {...props} />
    case 'tip':
      return <TipStep {...props} usual={usual} />
    case 'payment':
      return <PaymentStep {...props} unresolved={unresolved} unread={unread} onStep={to} />
  }
}

/** The restaurant does not have the order yet: there is no network, or it is slow. */
function NotReachedYet() {
  const navigate = useNavigate()
  const isOffline = useReachability() === 'unreachable'
  return (
    <>
      <PageHead title={isOffline ? t('You’re offline') : t('Checkout')} />
      <Box className="container" display="grid" gap="5" justifyItems="start">
        <Text fontSize="lead" maxWidth="46ch" role="status">
          {isOffline
            ? t(
                'Reconnect to check out. Your order is saved on this device and goes to the restaurant as soon as you do.',
              )
            : t('Sending your order to the restaurant… It is saved on this device.')}
        </Text>
        <Button look="second" onClick={() => void navigate({ to: '/ordercart' })}>
          {t('BACK TO THE ORDER')}
        </Button>
      </Box>
    </>
  )
}
