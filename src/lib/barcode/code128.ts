import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js'

/** The quiet zone that a scanner needs on either side, in modules (ISO/IEC 15417). */
export const quietModules = 10

/** A bar: its start and width, in modules from the first bar's left edge. */
type Bar = { start: number; width: number }
export type BarPattern = { modules: number; bars: readonly Bar[] }

/**
 * The Code 128 pattern of a text, without quiet zones; undefined for a text that Code 128 cannot encode. Two digits share a symbol, so a card number has 123
 * modules.
 */
export function findBarPattern(text: string): BarPattern | undefined {
  const code = new CODE128(text, {})
  if (text === '' || !code.valid()) return undefined
  const { data } = code.encode()
  const bars = [...data.matchAll(/1+/g)].map((run) => ({ start: run.index, width: run[0].length }))
  return { modules: data.length, bars }
}

/** The position of the bars in whole device pixels: `unit` is a module's width, `left` the first bar's edge. */
type BarPlan = { unit: number; left: number }

/** Wider modules help no scanner; in CSS pixels. */
const widestUnit = 6

/**
 * The widest bars in whole device pixels that fit with their quiet zones, centered. `room` is in device pixels, `density` is device pixels per CSS pixel. If
 * the space is too narrow even for bars of one pixel, they are drawn anyway and cut into the quiet zone: a poor barcode is better than none.
 */
export function planBars({ modules }: BarPattern, room: number, density: number): BarPlan {
  const widest = Math.max(1, Math.floor(widestUnit * density))
  const unit = Math.min(widest, Math.max(1, Math.floor(room / (modules + 2 * quietModules))))
  return { unit, left: Math.max(0, Math.floor((room - unit * modules) / 2)) }
}
