import { useEffect, useState } from 'react'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import type { CardOrderRow, WatchedCardOrder } from '#db/card-orders.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { findReviewed, findReviewVisit, keepReviewed } from '#lib/query/card-order-marks.ts'
import { useJustPlaced } from '#lib/query/just-placed.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import { usePlacedOrder } from './queries.ts'

type Reviewed =
  | { state: 'ready'; order: WatchedCardOrder | undefined }
  | { state: 'loading' }
  | { state: 'failed'; failed: AppError; retry: () => unknown }

/**
 * The order for a visit: the one on the device, except for one that this visit saw placed. That one stays until the visit is over, even if another tab has
 * already started the next one; after a reload the restaurant is asked for it.
 */
export function useReview(
  visit: string,
  seen: { state: 'loading' } | { state: 'ready'; value: WatchedCardOrder | undefined },
): Reviewed {
  const watched = seen.state === 'loading' ? undefined : seen.value
  const justPlaced = useJustPlaced('card-order')
  const [reviewed, setReviewed] = useState<WatchedCardOrder & { visit: string }>()
  const isReview =
    watched !== undefined && isCardOrderPlaced(watched.row.snapshot.status) && findReviewVisit() === visit
  if (isReview && watched.row !== reviewed?.row) setReviewed({ ...watched, visit })
  const reviewedId = isReview ? watched.row.orderId : undefined
  useEffect(() => {
    if (reviewedId !== undefined) keepReviewed(visit, reviewedId)
  }, [visit, reviewedId])
  const stays = reviewed?.visit === visit && reviewed.row.orderId !== watched?.row.orderId
  // Another order has replaced it by now. With none, the person has left the review, and it is forgotten.
  const lostId = watched && !isReview && reviewed?.visit !== visit ? findReviewed(visit) : undefined
  const lost = useLostReview(lostId)
  if (seen.state === 'loading') return seen
  if (lost) return lost
  return {
    state: 'ready',
    order: stays
      ? { row: reviewed.row, attempt: undefined }
      : (watched ?? (justPlaced && { row: justPlaced, attempt: undefined })),
  }
}

/** The reviewed order from the restaurant; undefined where none is asked for, or the restaurant no longer knows it. */
function useLostReview(orderId: string | undefined): Reviewed | undefined {
  const { facts } = usePortal()
  const principal = usePrincipal()
  const { order, failed, retry } = usePlacedOrder(orderId)
  if (orderId === undefined || failed?.code === 'not_found') return undefined
  if (!order) return failed ? { state: 'failed', failed, retry } : { state: 'loading' }
  const row: CardOrderRow = {
    orderId,
    locationId: facts.host.locationId,
    principal,
    type: order.type,
    snapshot: order,
    step: 0,
    typed: {},
    // It stands as long as it is looked at.
    updatedAt: Infinity,
  }
  return { state: 'ready', order: { row, attempt: undefined } }
}
