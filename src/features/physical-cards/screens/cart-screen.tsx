import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { numberFromCents } from '#contract/money.ts'
import { findGiftCents, quantityLimits } from '#contract/rules/card-order.ts'
import { isUntriedCode } from '#contract/rules/promo.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import type { WatchedPhysicalOrder } from '#db/physical-orders.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useTypedCode } from '#lib/query/use-typed-code.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import type { GiftRow } from '#shared/forms/gift-input.ts'
import { GiftRowsEditor } from '#shared/forms/gift-rows.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { useDebounced, useGiftRows } from '#shared/forms/use-gift-rows.ts'
import { CartPage } from '../components/cart-page.tsx'
import { CartTotals } from '../components/cart-totals.tsx'
import { CouponForm } from '../components/coupon-form.tsx'
import { SaveFeedback } from '../components/save-feedback.tsx'
import type { NewItem } from '../requests.ts'
import { useFreshCart } from '../use-cart.ts'
import { useSaving } from '../use-saving.ts'

/** `/cart`: the cards to be mailed. Changes are saved automatically, 500 ms after the last key press. */
export const CartScreen = () => (
  <CartPage title={t('Your cart')}>
    {({ row, attempt }) => <Rows key={row.orderId} row={row} attempt={attempt} />}
  </CartPage>
)

function Rows({ row, attempt }: WatchedPhysicalOrder) {
  const navigate = useNavigate()
  useFreshCart({ row, attempt })
  const order = row.snapshot
  const { rows, change, valid, changed, markSaved } = useGiftRows(order.items, quantityLimits.physicalCards)
  const { feedback, busy, failed, save } = useSaving(row)
  const items = rows.map((one) => itemOf(one, order))
  const signature = JSON.stringify(items)
  const send = (): void => save({ items }, () => markSaved(rows))
  const applied = order.promo_code ?? ''
  const { code, setCode, forget } = useTypedCode(row.orderId, applied)
  const [tried, setTried] = useState('')
  const apply = (promo_code: string, then?: () => void): void => {
    setTried(promo_code)
    save({ items, promo_code }, () => {
      markSaved(rows)
      forget()
      then?.()
    })
  }
  const leave = (): void => {
    forget()
    void navigate({ to: '/checkout' })
  }
  // A code that was typed but not applied is tried first; a refusal stays to be read, and the second tap continues without it.
  const onCheckout = (): void => (isUntriedCode(code, [applied, tried]) ? apply(code.trim(), leave) : leave())
  // Unsaved changes are saved before leaving. After a refusal the second tap leaves without them.
  const addAnother = (event: MouseEvent): void => {
    // It opens a new tab or window: this screen, with its content, stays.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (!(changed || busy) || !valid || hasFailed || attempt) return
    event.preventDefault()
    save({ items }, () => {
      markSaved(rows)
      void navigate({ to: '/physicalcards' })
    })
  }
  const hasFailed = failed?.items !== undefined && JSON.stringify(failed.items) === signature
  useDebounced(signature, changed && valid && !busy && !hasFailed && !attempt, send)
  return (
    <TwoColumns
      about="cart"
      main={
        <>
          {rows.length > 0 ? (
            <GiftRowsEditor
              rows={rows}
              onChange={change}
              maxQuantity={quantityLimits.physicalCards}
              name={t('Gift card')}
            />
          ) : (
            <Text color="muted" fontSize="lead">
              {t('Your cart is empty.')}
            </Text>
          )}
          <Box display="flex" flexWrap="wrap" gap="3">
            <PathLink path="/physicalcards" className="button button--second" onClick={addAnother}>
              {t('Add Another')}
            </PathLink>
            <Button look="second" disabled={!changed || !valid || busy} onClick={send}>
              {t('Update Cart')}
            </Button>
          </Box>
          <SaveFeedback feedback={feedback} />
        </>
      }
      aside={
        <CartTotals order={order}>
          <CouponForm
            code={code}
            applied={applied}
            busy={busy}
            onType={setCode}
            onApply={(typed) => apply(typed)}
          />
          <Button full disabled={!valid || rows.length === 0 || changed || busy} onClick={onCheckout}>
            {t('Proceed to Checkout')}
          </Button>
        </CartTotals>
      }
    />
  )
}

/** A row in the server's form: a new price or quantity of the same item. */
const itemOf = (row: GiftRow, order: PhysicalOrder): NewItem => ({
  item: order.items[0]?.item ?? 'giftcard',
  price: numberFromCents(findGiftCents(row.price) ?? 0),
  quantity: Number(row.quantity),
})
