import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { serverTime } from './server-clock.ts'

/**
 * The time of day at a restaurant in `timeZone` (`6:31pm`), for the calls that take it (AL-02, AM-01, AT-01, AT-02): an API may answer with what it serves at
 * that time. By the server's clock, since this device's may be wrong (reliability T1). `now` is this device's time (ms since the epoch).
 */
export const serverTimeOfDay = (now: number, timeZone: string): string =>
  formatTimeOfDay(localTime(serverTime(now), timeZone).minutes)
