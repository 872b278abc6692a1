/**
 * What the outside world provides to code that must also run in a simulator. `contract`, `src/db`, `src/lib/sync` and `server/modules` read time, randomness
 * and the network only through these.
 */

/** The wall clock. `now()` is milliseconds since the Unix epoch. */
export type Clock = { now(): number }

/** The source of new ids. `uuid()` is a version 4 UUID; `secret()` is at least 128 random bits as base64url. */
export type Ids = { uuid(): string; secret(): string }
