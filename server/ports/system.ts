import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Ids } from '#contract/ports.ts'

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** Ids from the system's random source; secrets have 192 bits. */
export const systemIds: Ids = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(24).toString('base64url'),
}
