import { message, type Message, t } from '#contract/language.ts'
import { isLinkable } from '#contract/rules/features.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CardOrderStep, isCardOrderOffered, listCardOrderSteps } from '#contract/rules/card-order.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import { type CardOrderType, cardOrderTypes } from '#contract/schemas/card-order.ts'
import type { Location, Settings } from '#contract/schemas/location.ts'
import { type CardOrderRow, isCurrent, removeCardOrder, type WatchedCardOrder } from '#db/card-orders.ts'
import { pathOfCardOrder } from '#db/current-orders.ts'
import { observeCardOrder } from '#db/observe.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { RedirectHome } from '#lib/paint/redirect-to.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { LoadingOrFailed, Skeleton } from '#lib/paint/screen-states.tsx'
import { useLocationCopy, useLocationState } from '#lib/query/location.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { findReviewVisit, forgetReviewed, keepReviewVisit } from '#lib/query/card-order-marks.ts'
import { useLive } from '#lib/query/use-live.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { computerScreen, useMedia } from '#lib/ui/use-media.ts'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { useScrollAfter } from '#lib/ui/use-scroll-after.ts'
import { useNow } from '#lib/time/use-now.ts'
import { NotOffered } from '#shared/offer-links/not-offered.tsx'
import { CardLinks } from '../components/card-links.tsx'
import { FlowStep, stepNames } from '../components/flow-step.tsx'
import { GiftPreview } from '../components/gift-preview.tsx'
import { OrderPanel } from '../components/order-panel.tsx'
import { refreshCardOrder, startCardOrder } from '../requests.ts'
import { listSendChoices } from '../settings.ts'
import { useReview } from '../use-review.ts'
import { useVisit } from '../use-visit.ts'
import { StepProgress } from '#shared/forms/step-progress.tsx'

const titles: Record<CardOrderType, Message> = {
  Purchase: message('Purchase a card'),
  Reload: message('Reload a card'),
  SendText: message('Send a card by text'),
  SendEmail: message('Send a card by email'),
  SendPhysical: message('Send a card by mail'),
}

type CardOrderScreenProps = {
  type: string
  cardId: string
  /** The order types that this path accepts. */ takes: readonly CardOrderType[]
}

/** `/mycards/{type}/{cardId}` and `/mycards/send/{type}/{cardId}`: the flow from an amount to a card that is bought, reloaded or sent. */
export function CardOrderScreen({ type, cardId, takes }: CardOrderScreenProps) {
  const known = cardOrderTypes.find((one) => one === type && takes.includes(one))
  const { copy, failed, retry } = useLocationState()
  if (!known) return <RedirectHome />
  if (copy) return <Order key={`${known} ${cardId}`} type={known} cardId={cardId} location={copy.location} />
  return (
    <>
      <PageHead title={t(titles[known])} />
      <div className="container">
        <LoadingOrFailed failed={failed} what={t('This page')} onRetry={retry} />
      </div>
    </>
  )
}

const Waiting = () => (
  <div className="container">
    <Skeleton count={3} shape="row" />
  </div>
)

type OrderProps = { type: CardOrderType; cardId: string; location: Location }

/** An order as the restaurant's clock dates it. */
const atServer = (row: CardOrderRow): CardOrderRow => ({ ...row, updatedAt: serverTime(row.updatedAt) })

/** Continues the order under way if its type matches, otherwise starts a new one, if the restaurant offers it. */
function Order({ type, cardId, location }: OrderProps) {
  const [isRefused, setIsRefused] = useState(false)
  // Observes orders of this type only: another tab may work on one of another type.
  const [observe] = useState(
    () =>
      (...[db, locationId, principal]: Parameters<typeof observeCardOrder>) =>
        observeCardOrder(db, locationId, principal, { type, cardId }),
  )
  const seen = useLive(observe)
  const visit = useVisit()
  const review = useReview(visit, seen)
  const now = useNow()
  const titled = (content: ReactNode) => (
    <>
      <PageHead title={t(titles[type])} />
      {content}
    </>
  )
  if (review.state === 'failed')
    return titled(
      <div className="container">
        <LoadingOrFailed {...review} what={t('This order')} onRetry={review.retry} />
      </div>,
    )
  if (review.state === 'loading' || now === undefined) return titled(<Waiting />)
  const { order } = review
  const isSame =
    order !== undefined && order.row.type === type && (type !== 'Reload' || order.row.cardId === cardId)
  if (order?.attempt && !isSame) return titled(<PaidElsewhere order={order} />)
  // A review belongs to the visit of its purchase: somebody who comes again wants another card.
  const isSeen = order && isCardOrderPlaced(order.row.snapshot.status) && findReviewVisit() !== visit
  const isOver = !order || !isSame || (!order.attempt && (isSeen || !isCurrent(atServer(order.row), now)))
  if (isOver && (isRefused || !isCardOrderOffered(location.settings, type)))
    return (
      <NotOffered
        name={location.name}
        what={t(titles[type])}
        more={listSendChoices(location.settings)
          .filter((other) => other.type !== type)
          .map((other) => ({ path: `/mycards/send/${other.type}/0`, name: other.label }))}
      />
    )
  // The same element with and without a payment under way, because it shows the payment's outcome.
  return titled(
    isOver ? (
      <Starting type={type} cardId={cardId} onRefused={() => setIsRefused(true)} />
    ) : (
      <Flow key={order.row.orderId} {...order} visit={visit} settings={location.settings} />
    ),
  )
}

/** Another order of this person has a payment under way: that one comes first, or two cards might be paid for instead of one. */
function PaidElsewhere({ order: { row } }: { order: WatchedCardOrder }) {
  return (
    <Box className="container" display="grid" gap="5" justifyItems="start" paddingBottom="12">
      <Banner
        tone="note"
        header={t('One moment')}
        messages={[t('We are still finding out about the payment of your last card order.')]}
      />
      <PathLink path={pathOfCardOrder(row)} className="button button--solid">
        {t('CHECK THAT PAYMENT')}
      </PathLink>
    </Box>
  )
}

type StartingProps = { type: CardOrderType; cardId: string; onRefused: () => void }

function Starting({ type, cardId, onRefused }: StartingProps) {
  const { load } = usePortal()
  const leave = useLeaving(type, cardId)
  const key = useRef<string>(undefined)
  // Stays while it is tried again: the button must not lose the focus.
  const [failure, setFailure] = useState<Error>()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const services = await load()
      key.current ??= services.ids.uuid()
      await startCardOrder(services, { type, cardId }, key.current)
    },
    onError(cause) {
      setFailure(cause)
      // Switched off since this device read the settings: retrying never helps.
      if (asAppError(cause).code === 'not_offered') onRefused()
    },
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (!failure) return <Waiting />
  return (
    <Box className="container" display="grid" gap="5" justifyItems="start" paddingBottom="12">
      <Banner tone="error" header={t('Error')} messages={explain(asAppError(failure))} />
      <Box display="flex" gap="3">
        <Button look="second" onClick={leave}>
          {t('BACK')}
        </Button>
        <Button busy={isPending} onClick={() => mutate()}>
          {isPending ? t('Trying again…') : t('Try again')}
        </Button>
      </Box>
    </Box>
  )
}

/** The steps whose answers appear on the card. The message does, too, but it grows and would push its own field away. */
const typedOnCard: readonly CardOrderStep[] = ['amount', 'email', 'phone']

function Flow({ row, attempt, visit, settings }: WatchedCardOrder & { visit: string; settings: Settings }) {
  const { load } = usePortal()
  const leave = useLeaving(row.type, row.cardId ?? '0')
  const steps = listCardOrderSteps(row.type, settings)
  const isDone = isCardOrderPlaced(row.snapshot.status)
  // Recorded before anything can be placed: the review belongs to this visit, whichever tab pays or learns of it first.
  useEffect(() => (isDone ? undefined : keepReviewVisit(visit)), [isDone, visit])
  const last = steps.length - 1
  // With a payment under way only its step is left. Whatever step was stored, the review comes only after a payment.
  const at = isDone ? last : attempt ? last - 1 : Math.min(Math.max(0, row.step), last - 1)
  useScrollAfter(String(at))
  const step = steps[at]!
  const first = useRef(row)
  useEffect(() => {
    if (!isCardOrderPlaced(first.current.snapshot.status))
      void load().then((services) => refreshCardOrder(services, first.current))
  }, [load])
  const showsLinks = at === 0 && step !== 'physical'
  const isComputer = useMedia(computerScreen)
  // On a phone the card is above the fields that are typed onto it; otherwise it is beside them.
  const preview = step !== 'program' && step !== 'review' && <GiftPreview row={row} />
  const isOver = !isComputer && typedOnCard.includes(step)
  return (
    <TwoColumns
      main={
        <>
          {!isDone && <StepProgress names={steps.slice(0, last).map((name) => t(stepNames[name]))} at={at} />}
          {isOver && preview}
          <FlowStep key={step} step={step} row={row} unresolved={attempt !== undefined} onLeave={leave} />
        </>
      }
      aside={
        showsLinks ? (
          <CardLinks settings={settings} />
        ) : (
          <>
            {!isOver && preview}
            <OrderPanel order={row.snapshot} step={step} amount={row.typed.amount}>
              {isDone && (
                <AfterReview
                  orderId={row.orderId}
                  receipt={row.snapshot.receipt}
                  isGift={row.snapshot.gift?.can_change === true}
                />
              )}
            </OrderPanel>
          </>
        )
      }
    />
  )
}

/** Leads on from the review, clearing the order (specification §2). */
function AfterReview({
  orderId,
  receipt,
  isGift,
}: {
  orderId: string
  receipt: string | undefined
  isGift: boolean
}) {
  const { load } = usePortal()
  const session = useSession()
  const navigate = useNavigate()
  const isUser = session.state === 'user'
  const copy = useLocationCopy()
  const hasList = isUser && copy !== undefined && isLinkable(copy.location.settings, '/mycards')
  const leave = async (): Promise<void> => {
    // Navigates first: this screen without an order would start another one.
    await navigate({ to: hasList ? '/mycards' : '/' })
    forgetReviewed()
    await removeCardOrder((await load()).db, orderId)
  }
  return (
    <Box display="grid" gap="3">
      <Button full onClick={() => void leave()}>
        {hasList ? t('VIEW MY GIFT CARDS') : t('GO TO HOME')}
      </Button>
      <PathLink
        path={receipt ?? receiptPath('card_order', orderId)}
        className="button button--second button--full"
      >
        {t('VIEW RECEIPT')}
      </PathLink>
      {isGift && (
        <>
          <PathLink
            path={`/mycards/sent/${encodeURIComponent(orderId)}`}
            className="button button--second button--full"
          >
            {t('FOLLOW OR CHANGE THIS GIFT')}
          </PathLink>
          <Text color="muted" fontSize="small">
            {hasList
              ? t('Until it is opened you can change it or send it again, also later from your gift cards.')
              : t(
                  'Until it is opened you can change it or send it again. Keep the link to that page: anyone who has it can do this.',
                )}
          </Text>
        </>
      )}
    </Box>
  )
}

/** BACK on the first step leaves the page, to where the flow was entered. */
function useLeaving(type: CardOrderType, cardId: string): () => void {
  const navigate = useNavigate()
  const copy = useLocationCopy()
  const hasList = copy !== undefined && isLinkable(copy.location.settings, '/mycards')
  if (type === 'Reload') return () => void navigate({ to: '/mycards/$cardId/view', params: { cardId } })
  return () => void navigate({ to: type !== 'Purchase' ? '/sendcard' : hasList ? '/mycards' : '/' })
}
