import { cpus, loadavg } from 'node:os'
import { setTimeout as later } from 'node:timers/promises'

/** The percentage of all processor time that was used by anything during the next second. */
async function machineBusy(): Promise<number> {
  const [busy, all] = processorTimes()
  await later(1000)
  const [busyLater, allLater] = processorTimes()
  return Math.round((100 * (busyLater - busy)) / (allLater - all))
}

function processorTimes(): [busy: number, all: number] {
  const sums = cpus().map(({ times }) => {
    const all = Object.values(times).reduce((a, b) => a + b, 0)
    return [all - times.idle, all] as const
  })
  return [sums.reduce((sum, [busy]) => sum + busy, 0), sums.reduce((sum, [, all]) => sum + all, 0)]
}

/** Waits until the machine is idle, but at most `limitMs`. Gives how busy it is (percent). */
export async function waitForIdleMachine({ atMost = 25, limitMs = 20_000 } = {}): Promise<number> {
  const until = performance.now() + limitMs
  for (;;) {
    const busy = await machineBusy()
    if (busy <= atMost || performance.now() > until) return busy
  }
}

export function describeMachine(busyBefore: number[]): string {
  const busy = busyBefore.length > 0 ? `, ${median(busyBefore)} % busy before runs (median)` : ''
  return `machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(2)}${busy}`
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}
