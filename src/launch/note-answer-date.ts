import { browserClock } from '#lib/ports/browser.ts'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { renewNow } from '#lib/time/use-now.ts'

/** Notes when an answer of the server's was made, by its `Date` header: screens go by it at once where this device's clock is wrong (reliability T1). */
export function noteAnswerDate(header: string | null): void {
  if (noteServerDate(header, browserClock.now())) renewNow()
}
