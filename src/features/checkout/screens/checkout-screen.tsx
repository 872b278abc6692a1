import { Box, Text } from '#lib/ui/box.ts'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type CheckoutStep, isFinished, listSteps, nextStep, previousStep } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { switchesOf, useLocationCopy } from '#lib/query/location.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { findStep, keepStep } from '#lib/query/session-marks.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { Button } from '#lib/ui/button.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { OrderSummary } from '#lib/ui/order-summary.tsx'
import { DeliveryStep } from '../components/delivery-step.tsx'
import { InformationStep } from '../components/information-step.tsx'
import { PaymentStep } from '../components/payment-step.tsx'
import { Progress } from '../components/progress.tsx'
import { PromoStep } from '../components/promo-step.tsx'
import { TimeStep } from '../components/time-step.tsx'
import { TipStep } from '../components/tip-step.tsx'

type Active = Extract<TicketState, { state: 'active' }>

/** `/ordercheckout`: delivery, time, information, promo, tip, payment; the summary beside. */
export function CheckoutScreen() {
  const ticket = useTicket()
  const copy = useLocationCopy()
  if (ticket.state === 'loading' || !copy) {
    return (
      <div className="container">
        <PageHead title="Checkout" />
        <Skeleton count={3} shape="row" />
      </div>
    )
  }
  if (ticket.state === 'active' && isFinished(ticket.view.status)) return <Navigate to="/ordersubmit" replace />
  if (ticket.state !== 'active' || ticket.view.lines.length === 0) return <JustPlacedOrHome />
  const { snapshot } = ticket.view
  if (!snapshot) return <NotReachedYet />
  return <Steps ticket={ticket} snapshot={snapshot} promoCodes={switchesOf(copy.location.settings).promoCodes} />
}

/** The ticket goes the moment it is placed; the payment step is then on its way to the confirmation. */
function JustPlacedOrHome() {
  const [mountedAt] = useState(() => performance.now())
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), 300)
    return () => clearTimeout(timer)
  }, [mountedAt])
  return gone ? <Navigate to="/" replace /> : null
}

function Steps({ ticket: { view, row, attempt }, snapshot, promoCodes }: { ticket: Active; snapshot: TicketOrder; promoCodes: boolean }) {
  const navigate = useNavigate()
  const switches = { orderAhead: snapshot.settings.show_order_ahead_option, promoCodes }
  const [kept, setKept] = useState<CheckoutStep>(findStep)
  // Money is on the ticket, or may be: only the payment step is left (specification §2).
  const forced = view.status === 'PaymentComplete' || attempt !== undefined
  const step: CheckoutStep = forced ? 'payment' : listSteps(switches).includes(kept) ? kept : 'delivery'
  const go = (to: CheckoutStep | undefined): void => {
    if (!to) return void navigate({ to: '/ordercart' })
    keepStep(to)
    setKept(to)
  }
  useScrollAfter(step)
  const props = { view, onBack: () => go(previousStep(step, switches)), onDone: () => go(nextStep(step, switches)) }
  return (
    <>
      <PageHead title="Checkout" />
      <TwoColumns
        main={
          <>
            <Progress steps={listSteps(switches)} current={step} />
            {step === 'delivery' && <DeliveryStep {...props} settings={snapshot.settings} />}
            {step === 'time' && <TimeStep {...props} days={snapshot.settings.available_order_ahead_time_slots_for_the_future} />}
            {step === 'information' && <InformationStep {...props} kept={row.contact} />}
            {step === 'promo' && <PromoStep {...props} />}
            {step === 'tip' && <TipStep {...props} />}
            {step === 'payment' && <PaymentStep {...props} unresolved={attempt !== undefined} />}
          </>
        }
        aside={<OrderSummary view={view} withLines />}
      />
    </>
  )
}

/** §9: the scroll after a step change waits 1000 ms. It moves the page and never the focus, and not under someone who has scrolled meanwhile. */
function useScrollAfter(step: CheckoutStep): void {
  const [first] = useState(step)
  useEffect(() => {
    if (step === first) return
    const before = scrollY
    const timer = setTimeout(() => {
      if (scrollY === before) scrollTo({ top: 0, behavior: 'smooth' })
    }, 1000)
    return () => clearTimeout(timer)
  }, [step, first])
}

function NotReachedYet() {
  const navigate = useNavigate()
  return (
    <>
      <PageHead title="Checkout needs a signal once" />
      <Box className="container" display="grid" gap="5" justifyItems="start">
        <Text fontSize="lead" maxWidth="46ch">
          Your order is kept on this device and goes to the restaurant as soon as there is a signal. Delivery, times and payment follow right here.
        </Text>
        <Button look="second" onClick={() => void navigate({ to: '/ordercart' })}>
          BACK TO THE ORDER
        </Button>
      </Box>
    </>
  )
}
