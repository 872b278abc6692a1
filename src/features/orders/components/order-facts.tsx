import { t, translateAnswer } from '#contract/language.ts'
import { isAwaited, vehicleText } from '#contract/rules/check-in.ts'
import { addressText } from '#contract/rules/contact.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { isPast } from '../progress.ts'
import { Box, chakra, ownLine } from '#lib/ui/box.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

const joined = (parts: readonly (string | undefined)[], by: string): string =>
  parts.filter((part) => part).join(by)

/** How, when, for whom: what is known about an order. Unknown facts are left out. */
export function OrderFacts({ order }: { order: TicketOrder }) {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  const label = zone === undefined || now === undefined ? '' : zoneLabel(zone, now)
  const wanted = joined([translateAnswer(order.ready_date_display ?? ''), order.ready_time_display], ', ')
  const isOver = order.status === 'Completed' || isPast(order, now, zone)
  // For a past order the day matters, even if it was for as soon as possible.
  const when = wanted === '' && isOver ? translateAnswer(order.pretty_date ?? '') : wanted
  const isCancelled = order.status === 'Cancelled'
  // Nobody waits for a canceled order, and for one being waited for `OrderWhen` shows it above.
  const isWhenLeftOut = isCancelled || (isOver ? when === '' : isAwaited(order))
  const facts: [string, string][] = [
    [t('How'), order.use_delivery ? t('Delivery') : order.use_curbside ? t('Curbside pickup') : t('Pickup')],
    [
      t('When'),
      isWhenLeftOut
        ? ''
        : when === ''
          ? t('As soon as it is ready')
          : `${when}${order.ready_time_display ? label : ''}`,
    ],
    [t('For'), joined([order.recipient_first_name, order.recipient_last_name], ' ')],
    [t('Phone'), formatPhone(order.recipient_phone ?? '')],
    [t('Email'), order.recipient_email ?? ''],
    [t('Where to'), order.use_delivery ? addressText(order) : ''],
    [t('Car'), order.use_curbside ? vehicleText(order) : ''],
    [t('Note'), order.recipient_comment ?? ''],
    ...paidFacts(order, isCancelled),
  ]
  return <Facts facts={facts} />
}

/** What paid, one payment a line. What the guest's bank has taken back is not paid any more; what it is still deciding about is paid, and goes back only if it says so. */
function paidFacts({ payments }: TicketOrder, isCancelled: boolean): [string, string][] {
  const isWithBank = ({ dispute }: TicketOrder['payments'][number]): boolean =>
    dispute === 'lost' || (dispute === 'open' && isCancelled)
  const listed = (some: TicketOrder['payments']): string =>
    some.map((payment) => `${translateAnswer(payment.display_name)} ${payment.display_amount}`).join('\n')
  const withBank = payments.filter(isWithBank)
  return [
    [isCancelled ? t('Goes back') : t('Paid'), listed(payments.filter((payment) => !isWithBank(payment)))],
    [t('With your bank'), listed(withBank.filter(({ dispute }) => dispute === 'open'))],
    [t('Taken back by your bank'), listed(withBank.filter(({ dispute }) => dispute === 'lost'))],
  ]
}

/** Names and values, with their line breaks; empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <chakra.dl
      display="grid"
      gap="3"
      gridTemplateColumns="auto minmax(0, 1fr)"
      columnGap="6"
      containerType="inline-size"
    >
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <Box key={name} display="contents">
            <chakra.dt color="muted" css={ownLine}>
              {name}
            </chakra.dt>
            <chakra.dd overflowWrap="anywhere" whiteSpace="pre-line" css={ownLine}>
              {wholePhones(text)}
            </chakra.dd>
          </Box>
        ))}
    </chakra.dl>
  )
}
