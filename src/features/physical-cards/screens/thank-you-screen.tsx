import { t } from '#contract/language.ts'
import { useEffect, useState } from 'react'
import { removePhysicalOrder } from '#db/physical-orders.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, Text } from '#lib/ui/box.ts'
import { useCart } from '../use-cart.ts'

/** §9: the cart is cleared this long after the result (ms). */
const clearMs = 2000

/** `/thankyou`: the cards are on their way. */
export function ThankYouScreen() {
  const { load } = usePortal()
  const cart = useCart()
  const orderId = cart.state === 'placed' ? cart.row.orderId : undefined
  useEffect(() => {
    if (orderId === undefined) return undefined
    const timer = setTimeout(() => void load().then(({ db }) => removePhysicalOrder(db, orderId)), clearMs)
    return () => clearTimeout(timer)
  }, [orderId, load])
  // Told from the order, which is cleared while it is read.
  const [isBought, setBought] = useState(false)
  if (orderId !== undefined && !isBought) setBought(true)
  if (cart.state === 'loading')
    return (
      <div className="container">
        <Skeleton count={3} shape="row" />
      </div>
    )
  return (
    <>
      <PageHead title={isBought ? t('Thank you for your order') : t('Gift cards by post')} />
      <Box className="container" display="grid" gap="6" justifyItems="start" paddingBottom="12">
        <Text fontSize="lead" maxWidth="52ch">
          {isBought
            ? t('Your gift cards go into the post. Please allow 2 to 3 business days for delivery.')
            : t(
                'No order was just placed here. One that you have paid for is on its way: please allow 2 to 3 business days for delivery.',
              )}
        </Text>
        <PathLink path="/" className="button button--solid">
          {t('Return Home')}
        </PathLink>
      </Box>
    </>
  )
}
