import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { isShippingRefundable, priceCardRefund } from '#contract/pricing/card-refund.ts'
import type { CardRefundable, StaffCardOrder } from '#contract/schemas/staff-card.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { refundCardOrder } from '../card-requests.ts'
import { useAdminChange } from '../use-change.ts'
import styles from './admin.module.css'
import { whyBody, WhyFields, type WhyTyped } from './why-fields.tsx'

type Props = {
  order: StaffCardOrder & { refundable: CardRefundable }
  onClose: () => void
  /** With what goes back, in words. */
  onDone: (amount: string) => void
}

/** Says what goes back of an order for gift cards, and what its cards lose, before it does. */
export function CardRefundDialog({ order, onClose, onDone }: Props) {
  const { refundable, reference } = order
  const [why, setWhy] = useState<WhyTyped>({ reason: 'guest_asked', note: '' })
  const canShip = isShippingRefundable(refundable)
  const [shipping, setShipping] = useState(canShip)
  const priced = priceCardRefund(refundable, { shipping: shipping && canShip })
  const amount = formatCents(priced.amountCents)
  const refunding = useAdminChange(refundCardOrder, () => onDone(amount))
  const body = {
    ...whyBody(why),
    amount_cents: priced.amountCents,
    shipping: shipping && canShip,
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Refund this order"
      actions={
        <>
          <Button
            disabled={refunding.busy || priced.amountCents === 0}
            onClick={() => refunding.submit({ reference, body })}
          >
            GIVE BACK {amount}
          </Button>
          <Button look="second" onClick={onClose}>
            CLOSE
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {refunding.error && (
          <Banner
            intoView
            tone="error"
            header="Error"
            messages={explain(refunding.error)}
            reference={refunding.error.details.requestId}
          />
        )}
        <p>
          {amount} goes back to {order.paid_with ?? 'what paid'}, and {formatCents(priced.faceCents)} is taken
          off its cards. A card with nothing left is no longer valid. The buyer gets an email. This cannot be
          undone.
        </p>
        {priced.discountCents > 0 && (
          <p>{formatCents(priced.discountCents)} of it were a discount, and nobody’s.</p>
        )}
        {canShip && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={shipping}
              onChange={(event) => {
                setShipping(event.target.checked)
                refunding.edited()
              }}
            />
            Postage, too: {formatCents(refundable.shipping_cents)}
          </label>
        )}
        <WhyFields
          why={why}
          onChange={(changed) => {
            setWhy(changed)
            refunding.edited()
          }}
        />
      </div>
    </Dialog>
  )
}
