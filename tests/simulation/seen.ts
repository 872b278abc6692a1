import type { Stage } from './book.ts'
import type { Facts } from './facts.ts'
import type { Phone } from './phone.ts'
import type { SentCall } from './sent-call.ts'
import type { World } from './world.ts'

/** What the checks look at. `calls`: the calls that had an idempotency key, by that key. */
export type Seen = {
  world: World
  stage: Stage
  phones: Phone[]
  facts: Facts
  calls: Map<string, SentCall[]>
}
