export type Counts = {
  passed: number
  failed: number
  skipped: number
  retried?: number
  failures?: string[]
}
export function sum(all: Counts[]): Counts
export function lastLine(counts: Counts): string
export function countReport(file: string, exitCode: number, read: (report: never) => Counts): Promise<Counts>
export function readVitest(report: object): Counts
export function readPlaywright(report: object): Counts
