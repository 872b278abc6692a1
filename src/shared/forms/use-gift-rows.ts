import { useEffect, useEffectEvent, useState } from 'react'
import { centsFromNumber } from '#contract/money.ts'
import { findGiftCents } from '#contract/rules/card-order.ts'
import { type GiftRow, listGiftProblems, typedPrice } from './gift-input.ts'

/** The part of an order's item that a row shows. */
type GiftItem = { index: number; price: number; quantity: number }

type GiftRows = {
  rows: readonly GiftRow[]
  change: (rows: readonly GiftRow[]) => void
  /** Every row is valid. */
  valid: boolean
  /** Something differs from the server's version. */
  changed: boolean
  /** Marks rows as saved: if the server then has other values, these are not sent again. The content of the fields stays. */
  markSaved: (rows: readonly GiftRow[]) => void
}

const rowsOf = (items: readonly GiftItem[]): GiftRow[] =>
  items.map(({ index, price, quantity }) => ({
    id: String(index),
    price: typedPrice(price),
    quantity: String(quantity),
  }))

const isSame = (rows: readonly GiftRow[], items: readonly GiftItem[]): boolean =>
  rows.length === items.length &&
  rows.every(
    (row, at) =>
      findGiftCents(row.price) === centsFromNumber(items[at]!.price) &&
      Number(row.quantity) === items[at]!.quantity,
  )

/**
 * The rows of an order while they are edited. An answer that arrives after a key press does not overwrite what was typed; a later change in another tab does.
 */
export function useGiftRows(items: readonly GiftItem[], maxQuantity: number): GiftRows {
  const [typed, setTyped] = useState<readonly GiftRow[]>()
  const [saved, setSaved] = useState<string>()
  /** The order has once been as it was saved here. */
  const [isHeld, setHeld] = useState(false)
  const isAsHere = typed !== undefined && isSame(typed, items)
  const isSaved = typed !== undefined && JSON.stringify(typed) === saved
  if (isSaved && isAsHere && !isHeld) setHeld(true)
  if (isSaved && !isAsHere && isHeld) setTyped(undefined)
  const rows = typed ?? rowsOf(items)
  return {
    rows,
    change(next) {
      setTyped(next)
      setSaved(undefined)
      setHeld(false)
    },
    valid: rows.every((row) => Object.keys(listGiftProblems(row, maxQuantity)).length === 0),
    changed: typed !== undefined && !isAsHere && !isSaved,
    markSaved: (next) => setSaved(JSON.stringify(next)),
  }
}

/** §9: how long after the last key a change is sent (ms). */
const debounceMs = 500

/** Calls `send` once nothing has changed for 500 ms, while `wanted`. `signature` is what would be sent. */
export function useDebounced(signature: string, wanted: boolean, send: () => void): void {
  const fire = useEffectEvent(send)
  useEffect(() => {
    if (!wanted || signature === '') return undefined
    const timer = setTimeout(() => fire(), debounceMs)
    return () => clearTimeout(timer)
  }, [signature, wanted])
}
