import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { StaffOrder } from '#contract/schemas/staff-order.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { Button } from '#lib/ui/button.tsx'
import { UnsureRefund } from '#shared/order-refund/held-refund.tsx'
import { OrderRefunds } from '#shared/order-refund/order-refunds.tsx'
import { amountOf, isRefundable } from '#shared/order-refund/refund-choice.ts'
import { RefundDialog } from '#shared/order-refund/refund-dialog.tsx'
import { forgetUnsure, useUnsureRefunds } from '#shared/order-refund/unsure-refunds.ts'
import { usePrincipal } from '#lib/query/portal-context.tsx'
import { useStaffOrder } from '../order-queries.ts'
import { orderState } from '../order-words.ts'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'
import { ActBanner } from './act-banner.tsx'
import { ReadProblem } from './admin-states.tsx'
import type { OrderList } from '../screens/admin-search.ts'
import styles from './admin.module.css'
import { OrderAmounts, OrderDishes, OrderFacts, OrderHistory, RefundedParts } from './order-facts.tsx'

/** One placed order of any age: the guest, the dishes, the payments, what was refunded, and what still can be. */
export function OrderDetail({ id, list }: { id: string; list: OrderList }) {
  const read = useStaffOrder(id)
  const { answer, failed } = read
  return (
    <>
      <div>
        <Link to="/admin" search={list} className="row-link">
          Other orders
        </Link>
      </div>
      <ReadProblem read={read} waits="It can be refunded once it has reloaded." />
      {!failed && !answer && <Skeleton count={3} shape="row" />}
      {answer && <Order order={answer.order} isOld={failed !== undefined} />}
    </>
  )
}

/** `isOld`: the latest read failed, so the order may have changed. */
function Order({ order, isOld }: { order: StaffOrder; isOld: boolean }) {
  const [refunding, setRefunding] = useState(false)
  const [done, setDone] = useState<string>()
  const unsure = useUnsureRefunds(refunding ? order.id : undefined, usePrincipal())
  const canRefund = isRefundable(order)
  // An action with an unknown outcome may be repeated even on an old copy, because it is the same action.
  const isHeld = isOld && !unsure.some(({ input }) => input.id === order.id)
  const head = useHead(canRefund)
  const { refunds = [], cancelled_by: by, dispute } = order
  return (
    <>
      {unsure.map((sent) => (
        <UnsureRefund
          key={sent.key}
          sent={sent.input}
          order={sent.input.id === order.id ? order : undefined}
          onDismiss={() => forgetUnsure(sent)}
        />
      ))}
      <ActBanner news={done === undefined ? undefined : { isUnsure: false, text: done }} />
      <div className={styles.bar}>
        <h3 ref={head} tabIndex={-1}>
          Order {order.name}: {orderState(order.status)}
        </h3>
        {canRefund && (
          <Button look="second" aria-disabled={isHeld} onClick={() => isHeld || setRefunding(true)}>
            REFUND…
          </Button>
        )}
      </div>
      <OrderFacts order={order} />
      <h4>Dishes</h4>
      <OrderDishes order={order} />
      <h4>Payment</h4>
      <OrderAmounts order={order} />
      {(refunds.length > 0 || by !== undefined || dispute !== undefined) && (
        <>
          <h4>{refunds.length === 0 && dispute !== undefined ? 'Dispute' : 'Refunds'}</h4>
          <OrderRefunds order={order} />
          <RefundedParts refunds={refunds} />
        </>
      )}
      <OrderHistory order={order} />
      {refunding && (
        <RefundDialog
          order={order}
          onClose={() => setRefunding(false)}
          onDone={(sent) => {
            setRefunding(false)
            setDone(`${amountOf(sent)} of order ${sent.name} was refunded.`)
          }}
        />
      )}
    </>
  )
}

/**
 * Returns the heading's ref, which takes the focus when the focused element disappears: the row that led here, or the refund button. Keyboard users continue at
 * the order.
 */
function useHead(canRefund: boolean) {
  const head = useRef<HTMLHeadingElement>(null)
  const could = useRef(canRefund)
  useEffect(() => restoreLostFocus(head.current, { preventScroll: true }), [])
  useEffect(() => {
    if (could.current && !canRefund) restoreLostFocus(head.current)
    could.current = canRefund
  }, [canRefund])
  return head
}
