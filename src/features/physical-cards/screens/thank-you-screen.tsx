import { t } from '#contract/language.ts'
import { Fragment, useEffect, useState } from 'react'
import { isPhysicalOrderOffered } from '#contract/rules/card-order.ts'
import { centsFromNumber, formatCents } from '#contract/money.ts'
import { addressText } from '#contract/rules/contact.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { removePhysicalOrder } from '#db/physical-orders.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { rich } from '#lib/paint/rich.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useJustPlaced } from '#lib/query/just-placed.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { Box, chakra, ownLine, Text } from '#lib/ui/box.ts'
import { clearAfterMs, useCart } from '../use-cart.ts'

/** `/thankyou`: the cards were ordered. */
export function ThankYouScreen() {
  const { load } = usePortal()
  const location = useLocationCopy()?.location
  const cart = useCart(Infinity)
  const justPlaced = useJustPlaced('posted-order')
  const placed = cart.state === 'placed' ? cart.row : justPlaced
  const orderId = placed?.orderId
  useEffect(() => {
    // Runs even if the guest leaves earlier: it is not canceled with this screen.
    if (orderId !== undefined)
      setTimeout(() => writeInBackground(load, ({ db }) => removePhysicalOrder(db, orderId)), clearAfterMs)
  }, [orderId, load])
  // Keeps the order for display, because it is removed from the store meanwhile.
  const [bought, setBought] = useState<PhysicalOrder>()
  if (placed && placed.snapshot !== bought) setBought(placed.snapshot)
  const isOffered = location !== undefined && isPhysicalOrderOffered(location.settings)
  if (cart.state === 'loading')
    return (
      <div className="container">
        <Skeleton count={3} shape="row" />
      </div>
    )
  return (
    <>
      <PageHead title={bought ? t('Thank you for your order') : t('Gift cards by mail')} />
      <Box className="container" display="grid" gap="6" justifyItems="start" paddingBottom="12">
        <Text fontSize="lead" maxWidth="52ch">
          {bought
            ? t('Your gift cards will be mailed. Please allow 2 to 3 business days for delivery.')
            : isOffered
              ? t(
                  'No order was just placed here. One that you have paid for is on its way: please allow 2 to 3 business days for delivery.',
                )
              : t('No order was just placed here.')}
        </Text>
        {bought && <Bought order={bought} />}
        <Box display="flex" flexWrap="wrap" gap="3">
          <PathLink path="/" className="button button--solid">
            {t('Return Home')}
          </PathLink>
          {!bought && location !== undefined && !isOffered && (
            <a href={phoneHref(location.phone)} className="button button--quiet">
              {/* Not `wholePhones`: a link's underline does not go on below a part in a box of its own. */}
              <span>{rich`CALL ${<chakra.bdi whiteSpace="nowrap">{location.phone}</chakra.bdi>}`}</span>
            </a>
          )}
          {bought && (
            <PathLink
              path={bought.receipt ?? receiptPath('physical_order', bought.id)}
              className="button button--second"
            >
              {t('VIEW RECEIPT')}
            </PathLink>
          )}
        </Box>
      </Box>
    </>
  )
}

/** What was bought, for whom, and the total: from the device's own copy, and never in a kept view of this page. */
function Bought({ order }: { order: PhysicalOrder }) {
  const cards = order.items.map(
    ({ quantity, price }) => `${quantity} × ${formatCents(centsFromNumber(price))}`,
  )
  const name = `${order.recipient_first_name ?? ''} ${order.recipient_last_name ?? ''}`.trim()
  const lines = [
    [t('Gift cards'), cards.join(', ')],
    [t('Recipient'), [name, addressText(order)].filter(Boolean).join(', ')],
    [t('Message'), order.personal_message],
    [t('Total'), order.totals.total],
  ] as const
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      rowGap="2"
      columnGap="4"
      // A container has no width of its own.
      justifySelf="stretch"
      containerType="inline-size"
      {...transientMark}
    >
      {lines.map(
        ([about, text]) =>
          text && (
            <Fragment key={about}>
              <chakra.dt color="muted" css={ownLine}>
                {about}
              </chakra.dt>
              <chakra.dd fontWeight={600} overflowWrap="anywhere" whiteSpace="pre-line" css={ownLine}>
                <bdi>{text}</bdi>
              </chakra.dd>
            </Fragment>
          ),
      )}
    </chakra.dl>
  )
}
