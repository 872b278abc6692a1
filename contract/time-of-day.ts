/** Minutes since midnight from a merchant file's `HH:MM`; hours past midnight continue (`25:00` → 1500). */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
