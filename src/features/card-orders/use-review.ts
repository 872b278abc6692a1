import { useState } from 'react'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import type { WatchedCardOrder } from '#db/card-orders.ts'
import { findReviewVisit } from '#lib/query/card-order-marks.ts'
import { useJustPlaced } from '#lib/query/just-placed.ts'

/**
 * The order for a visit: the one on the device, except for one that this visit saw placed. That one stays until the visit is over, even if another tab has
 * already started the next one.
 */
export function useReview(
  visit: string,
  watched: WatchedCardOrder | undefined,
): WatchedCardOrder | undefined {
  const justPlaced = useJustPlaced('card-order')
  const [reviewed, setReviewed] = useState<WatchedCardOrder & { visit: string }>()
  const isReview =
    watched !== undefined && isCardOrderPlaced(watched.row.snapshot.status) && findReviewVisit() === visit
  if (isReview && watched.row !== reviewed?.row) setReviewed({ ...watched, visit })
  const stays = reviewed?.visit === visit && reviewed.row.orderId !== watched?.row.orderId
  if (stays) return { row: reviewed.row, attempt: undefined }
  return watched ?? (justPlaced && { row: justPlaced, attempt: undefined })
}
