import { message, t } from '#contract/language.ts'
import { type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import {
  isAwaited,
  listVehicleProblems,
  mayCheckIn,
  type Vehicle,
  vehicleFields,
  vehicleText,
} from '#contract/rules/check-in.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { canWakeClosed } from '#lib/pwa/background-sync.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTypedOf, keepTypedOf } from '#lib/query/typed-forms.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { useNow } from '#lib/time/use-now.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { CarLine, useOpenCar } from '#shared/forms/car-line.tsx'
import { VehicleFields } from '#shared/forms/vehicle-fields.tsx'
import { isPast } from '../progress.ts'
import type { OrderRead } from '../queries.ts'
import { Facts } from './order-facts.tsx'
import { PhoneLink } from '#shared/forms/phone-link.tsx'

const Words = z.object({ header: z.optional(z.string()), details: z.optional(z.string()) })
const defaultWords = {
  header: message('Here for your order?'),
  details: message("Park close to the door, tell us your car and tap I'M HERE. We will bring it out to you."),
}

/** The restaurant's own words for arriving (specification §3: `ready_to_pick_up`), or ours where it has none. */
function arrivalText(copy: LocationCopy | undefined): { header: string; details: string } {
  const words = z.safeParse(
    Words,
    copy?.configurations.find(({ name }) => name === 'ready_to_pick_up')?.value,
  ).data
  return {
    header: words?.header || t(defaultWords.header),
    details: words?.details || t(defaultWords.details),
  }
}

/** Arrival at the curb: the car, I'M HERE, and whether the restaurant really knows. */
export function CheckIn({ order, watched }: { order: TicketOrder; watched: OrderRead['watched'] }) {
  const copy = useLocationCopy()
  const now = useNow()
  const phone = copy?.location.phone
  const refusal = watched?.row.refusal?.messages
  const call = phone !== undefined && <PhoneLink phone={phone} />
  // The form disappears once answered: what replaces it takes the focus of its button.
  const [hasTapped, setHasTapped] = useState(false)
  const past = isPast(order, now, copy?.location.time_zone)
  const hasArrived = order.recipient_checked_in === true && isAwaited(order) && !past
  // The waiting note disappears with the answer.
  useLostFocus(hasArrived || watched?.checkIn === undefined)
  if (hasArrived) return <Arrived order={order} zone={copy?.location.time_zone} isAnswer={hasTapped} />
  if (watched?.checkIn) {
    return (
      <>
        <NotSentYet isAnswer={hasTapped} setHasTapped={setHasTapped}>
          {call}
        </NotSentYet>
        <Car vehicle={watched.checkIn.change.body} />
      </>
    )
  }
  if (!mayCheckIn(order) || past) {
    return (
      <Banner
        tone="note"
        header={t('Nothing to pick up at the curb')}
        messages={[
          order.use_delivery
            ? t('This order is being delivered.')
            : t('This order is no longer waiting for you. If that is wrong, please call:'),
        ]}
      >
        {!order.use_delivery && call}
      </Banner>
    )
  }
  return (
    <>
      {refusal && (
        <Banner intoView tone="error" header={t('The restaurant was not told')} messages={refusal}>
          {call}
        </Banner>
      )}
      <ArrivalForm order={order} words={arrivalText(copy)} onSend={() => setHasTapped(true)} />
    </>
  )
}

/** Says that the page may be closed only if the browser confirmed a background sync, which no iPhone does. */
function NotSentYet({
  isAnswer,
  setHasTapped,
  children,
}: {
  isAnswer: boolean
  /** Marks the tap as answered: later results do not move the focus. */
  setHasTapped: (hasTapped: boolean) => void
  children: ReactNode
}) {
  const [mayClose, setMayClose] = useState(false)
  useEffect(() => setHasTapped(false), [setHasTapped])
  useEffect(() => void canWakeClosed().then(setMayClose), [])
  return (
    <Banner
      intoView={isAnswer && 'focus'}
      tone="note"
      header={t('The restaurant does not know yet')}
      messages={[
        mayClose
          ? t(
              'We’ll tell them as soon as you’re back online (for the next 30 minutes), even if you close this page. If nobody comes, please call:',
            )
          : t(
              'Keep this page open: we’ll tell them as soon as you’re back online, for the next 30 minutes. If nobody comes, please call:',
            ),
      ]}
    >
      {children}
    </Banner>
  )
}

function ArrivalForm({
  order,
  words,
  onSend,
}: {
  order: TicketOrder
  words: { header: string; details: string }
  onSend: () => void
}) {
  const { load } = usePortal()
  const form = useTyped<keyof Vehicle>(
    () => ({ ...vehicleOf(order), ...findTypedOf('check-in', order.id) }),
    listVehicleProblems,
    (changes) => keepTypedOf('check-in', order.id, changes),
  )
  // A car described completely at checkout is not asked for again. What is typed here, or left open, stays in its fields.
  const [isAsked] = useState(() => !isWhole(vehicleOf(order)) || isTyped(order))
  const [isOpen, openCar] = useOpenCar()
  const tell = useSingleMutation({
    mutationFn: async (vehicle: Vehicle) => await (await load()).checkIn(order.id, vehicle),
  })
  return (
    <chakra.form
      display="grid"
      gap="5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (tell.isPending || !form.check()) return
        onSend()
        tell.mutate(trimmed(form.values))
      }}
    >
      <Box display="grid" gap="2">
        <chakra.h2 fontSize="title">{words.header}</chakra.h2>
        <Text maxWidth="52ch">{words.details}</Text>
      </Box>
      {tell.isError && (
        <Banner
          intoView
          tone="error"
          header={t('Error')}
          messages={[
            t(
              'We couldn’t save this on your device. Please call the restaurant and tell them that you are here.',
            ),
          ]}
        />
      )}
      {isAsked || isOpen ? (
        <Box
          display="grid"
          gap="5"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        >
          <VehicleFields text={form.text} shown={form.shown} />
        </Box>
      ) : (
        <CarLine text={vehicleText(order)} onOpen={openCar} />
      )}
      <Button type="submit" full aria-busy={tell.isPending} aria-disabled={tell.isPending}>
        {t("I'M HERE")}
      </Button>
    </chakra.form>
  )
}

function Arrived({
  order,
  zone,
  isAnswer,
}: {
  order: TicketOrder
  zone: string | undefined
  isAnswer: boolean
}) {
  useEffect(() => keepTypedOf('check-in', order.id, undefined), [order.id])
  const at = Date.parse(order.checked_in_at ?? '')
  const since =
    Number.isNaN(at) || zone === undefined
      ? ''
      : t` Since ${formatTimeOfDay(localTime(at, zone).minutes)}${zoneLabel(zone, at)}.`
  return (
    <>
      <Banner
        intoView={isAnswer && 'focus'}
        tone="success"
        header={t('The restaurant knows that you are here')}
        messages={[t`We will bring it out to you.${since}`]}
      />
      <Car vehicle={order} />
    </>
  )
}

/** The car as the staff look for it: it can no longer change. */
const Car = ({ vehicle }: { vehicle: { [F in keyof Vehicle]?: string | undefined } }) => (
  <Facts
    facts={[
      [t('Car make'), vehicle.vehicle_make ?? ''],
      [t('Model'), vehicle.vehicle_model ?? ''],
      [t('Color'), vehicle.vehicle_color ?? ''],
      [t('License plate'), vehicle.vehicle_license ?? ''],
    ]}
  />
)

const vehicleOf = (order: TicketOrder): Vehicle =>
  Object.fromEntries(vehicleFields.map((field) => [field, order[field] ?? ''])) as Vehicle
const isWhole = (vehicle: Vehicle): boolean => Object.keys(listVehicleProblems(vehicle)).length === 0
const isTyped = ({ id }: TicketOrder): boolean => Object.keys(findTypedOf('check-in', id)).length > 0
const trimmed = (vehicle: Vehicle): Vehicle =>
  Object.fromEntries(vehicleFields.map((field) => [field, vehicle[field].trim()])) as Vehicle
