import { listNow } from '#contract/rules/sold-out.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** The dishes that have run out, by location, as this server last heard (docs/decisions/078). */
export class SoldOutDishes {
  readonly #lists = new Map<string, readonly SoldOut[]>()

  /** Tells which of a location's dishes have run out. */
  set(locationId: string, list: readonly SoldOut[]): void {
    this.#lists.set(locationId, list)
  }

  /** Tells of one dish, in the place of what was told of it. */
  setOne(locationId: string, itemId: string, soldOut: SoldOut | undefined): void {
    const others = (this.#lists.get(locationId) ?? []).filter((one) => one.item_id !== itemId)
    this.#lists.set(locationId, soldOut ? [...others, soldOut] : others)
  }

  /** Those that are so at an instant (ms). */
  list({ locationId }: Merchant, nowMs: number): SoldOut[] {
    return listNow(this.#lists.get(locationId), nowMs)
  }

  /** Whether a dish has run out for what is made at an instant (ms); `until` says whether that has an end. */
  find(merchant: Merchant, itemId: string, atMs: number): SoldOut | undefined {
    return this.list(merchant, atMs).find((one) => one.item_id === itemId)
  }
}
