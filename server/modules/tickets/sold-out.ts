import { listNow } from '#contract/rules/sold-out.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** The sold-out dishes, by location, according to this server's latest information (docs/decisions/078). */
export class SoldOutDishes {
  readonly #lists = new Map<string, readonly SoldOut[]>()

  /** Sets a location's sold-out dishes. */
  set(locationId: string, list: readonly SoldOut[]): void {
    this.#lists.set(locationId, list)
  }

  /** Sets the state of one dish. */
  setOne(locationId: string, itemId: string, soldOut: SoldOut | undefined): void {
    const others = (this.#lists.get(locationId) ?? []).filter((one) => one.item_id !== itemId)
    this.#lists.set(locationId, soldOut ? [...others, soldOut] : others)
  }

  /** Those sold out at an instant (ms). */
  list({ locationId }: Merchant, nowMs: number): SoldOut[] {
    return listNow(this.#lists.get(locationId), nowMs)
  }

  /** Whether a dish is sold out for an order made at an instant (ms); `until` says whether that will end. */
  find(merchant: Merchant, itemId: string, atMs: number): SoldOut | undefined {
    return this.list(merchant, atMs).find((one) => one.item_id === itemId)
  }
}
