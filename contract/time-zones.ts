/** Zones by their names: which of them tell a time here, and which one is the device's. What their clocks show: local-time.ts. */

/** Whether the time in a zone can be told here, by its name. Only with a `/` (or `UTC`) is it sure to be the IANA list's: engines know some of their own. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The device's own zone; UTC where its name tells no time: Chrome says `Etc/Unknown` of a clock whose zone it cannot find. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
