export type Share = { seed: number; orders: number }
export function sharesOf(of: Share & { processes: number }): Share[]
export function play(
  how: Share & { processes: number; engine: 'postgresql' | 'embedded'; quiet?: boolean },
): Promise<{
  broken: { seed: number; orders?: number; message: string }[]
  played: number
  tookMs: number
}>
