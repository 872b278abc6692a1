export type Prepared = { main: string; dump: string }
export type Broken = { seed: number; broken: string[]; after: number }
export function prepare(): Promise<Prepared>
export function play(
  how: Prepared & {
    seed: number
    sessions: number
    processes: number
    quiet?: boolean
    firstOnly?: boolean
  },
): Promise<{ done: number; broken: Broken[]; tookMs: number }>
export function traceOf(
  of: Prepared & { seed: number | string; isShort: boolean },
): Promise<{ isWhole: boolean; story: string }>
