/** Which time zones can be used here, and which one is the device's. Their times: local-time.ts. */

/** Whether times in this zone can be computed here. Only names with a `/` (or `UTC`) are certainly IANA's: engines know additional ones. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The device's own zone; UTC where its name is unusable: Chrome reports `Etc/Unknown` when it cannot find the zone. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
