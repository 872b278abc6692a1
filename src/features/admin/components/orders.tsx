import { useEffect, useRef, useState } from 'react'
import { addDays, localTime } from '#contract/local-time.ts'
import { findOrderNumber } from '#contract/rules/order-search.ts'
import { useLocationState } from '#lib/query/location.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useNow } from '#lib/time/use-now.ts'
import type { OrderSearched } from '../order-queries.ts'
import type { OrderList } from '../screens/admin-search.ts'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'
import { AdminProblem } from './admin-states.tsx'
import styles from './admin.module.css'
import { OrderDetail } from './order-detail.tsx'
import { OrderFinder } from './order-finder.tsx'

/** Placed orders of any age: find, view and refund them. Starts with today's, or with the `number` from a link. */
export function Orders({ id, number }: { id: string | undefined; number: string | undefined }) {
  const [searched, setSearched] = useState<OrderSearched | undefined>(() =>
    number !== undefined && findOrderNumber(number) !== undefined
      ? { typed: number, asked: { number } }
      : undefined,
  )
  const list: OrderList = { view: 'orders', ...(number !== undefined && { number }) }
  const { copy, failed, retry } = useLocationState()
  const head = useHeadAfterOrder(id)
  const now = useNow()
  const today = copy && now !== undefined ? localTime(now, copy.location.time_zone ?? 'UTC').date : undefined
  return (
    <section className={styles.stack} aria-labelledby="orders">
      <h2 id="orders" ref={head} tabIndex={-1}>
        Orders
      </h2>
      {id !== undefined && <OrderDetail key={id} id={id} list={list} />}
      {id === undefined && today === undefined && failed && <AdminProblem error={failed} onRetry={retry} />}
      {id === undefined && today === undefined && !failed && <Skeleton count={3} shape="row" />}
      {id === undefined && today !== undefined && (
        <OrderFinder
          days={{ today, yesterday: addDays(today, -1) }}
          searched={searched ?? { typed: '', asked: { day: today } }}
          list={list}
          onSearch={setSearched}
        />
      )}
    </section>
  )
}

/** Returns the heading's ref, which takes the focus on return from an order, whose link is gone. */
function useHeadAfterOrder(id: string | undefined) {
  const head = useRef<HTMLHeadingElement>(null)
  const before = useRef(id)
  useEffect(() => {
    // The router restores the scroll position: it may be far down the list.
    if (before.current !== undefined && id === undefined)
      restoreLostFocus(head.current, { preventScroll: true })
    before.current = id
  }, [id])
  return head
}
