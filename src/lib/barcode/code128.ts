import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js'

/** The quiet zone that a reader needs on either side, in modules (ISO/IEC 15417). */
export const quietModules = 10

/** A bar by where it starts and how wide it is, in modules from the first bar's left edge. */
type Bar = { start: number; width: number }
export type BarPattern = { modules: number; bars: readonly Bar[] }

/** The code128 of a text, without quiet zones; undefined for a text that code128 cannot say. Two digits take one character, so a card number has 123 modules. */
export function findBarPattern(text: string): BarPattern | undefined {
  const code = new CODE128(text, {})
  if (text === '' || !code.valid()) return undefined
  const { data } = code.encode()
  const bars = [...data.matchAll(/1+/g)].map((run) => ({ start: run.index, width: run[0].length }))
  return { modules: data.length, bars }
}

/** Where the bars stand in a room of whole device pixels: `unit` is a module's width, `left` the first bar's edge. */
type BarPlan = { unit: number; left: number }

/** A wider module than this helps no reader; in device pixels for one CSS pixel. */
const widestUnit = 6

/**
 * The widest bars of whole device pixels that fit with their quiet zones, in the middle. `room` is in device pixels, `density` is device pixels
 * a CSS pixel. A room that is too narrow even for bars of one pixel gets those, and cuts into the quiet zone: better a poor barcode than none.
 */
export function planBars({ modules }: BarPattern, room: number, density: number): BarPlan {
  const widest = Math.max(1, Math.floor(widestUnit * density))
  const unit = Math.min(widest, Math.max(1, Math.floor(room / (modules + 2 * quietModules))))
  return { unit, left: Math.max(0, Math.floor((room - unit * modules) / 2)) }
}
