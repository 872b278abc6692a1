import { dayMs } from '#contract/durations.ts'
import { listZoneOffsetPeriods } from '#contract/local-time.ts'

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

/** The time zones of each state, the one of most of its towns first. States not listed are Eastern. */
const zones: Readonly<Record<string, readonly string[]>> = {
  AL: [central, eastern],
  AK: ['America/Anchorage', 'America/Adak'],
  AZ: ['America/Phoenix', mountain],
  AR: [central],
  CA: [pacific],
  CO: [mountain],
  FL: [eastern, central],
  HI: ['Pacific/Honolulu'],
  ID: ['America/Boise', pacific],
  IL: [central],
  IN: [eastern, central],
  IA: [central],
  KS: [central, mountain],
  KY: [eastern, central],
  LA: [central],
  MI: [eastern, central],
  MN: [central],
  MS: [central],
  MO: [central],
  MT: [mountain],
  NE: [central, mountain],
  NV: [pacific, mountain],
  NM: [mountain],
  ND: [central, mountain],
  OK: [central],
  OR: [pacific, mountain],
  SD: [central, mountain],
  TN: [central, eastern],
  TX: [central, mountain],
  UT: [mountain],
  WA: [pacific],
  WI: [central],
  WY: [mountain],
  AS: ['Pacific/Pago_Pago'],
  GU: ['Pacific/Guam'],
  MP: ['Pacific/Guam'],
  PR: ['America/Puerto_Rico'],
  VI: ['America/Puerto_Rico'],
}

/** The state's zones, if none of them has the same offsets as `zone` over the coming year; otherwise undefined. */
export function findOtherZones(state: string, zone: string, nowMs: number): readonly string[] | undefined {
  const own = zones[state] ?? [eastern]
  const clockOf = (name: string): string => JSON.stringify(listZoneOffsetPeriods(name, nowMs, nowMs + yearMs))
  return own.some((name) => clockOf(name) === clockOf(zone)) ? undefined : own
}

const yearMs = 366 * dayMs
