import { type BarPattern, planBars } from './code128.ts'

/** The size of a picture, in whole device pixels. */
export type Size = { width: number; height: number }

/** A canvas's size in device pixels, between its edges as the browser snaps them. */
export function snappedSize(canvas: HTMLCanvasElement): Size {
  const { left, right, top, bottom } = canvas.getBoundingClientRect()
  const density = window.devicePixelRatio
  return {
    width: Math.round(right * density) - Math.round(left * density),
    height: Math.round(bottom * density) - Math.round(top * density),
  }
}

/** Draws the bars on a canvas, top to bottom. The canvas has exactly the size at which the screen shows it, so that nothing is ever scaled. */
export function drawBars(canvas: HTMLCanvasElement, pattern: BarPattern, { width, height }: Size): void {
  if (width === 0 || height === 0) return
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) return
  const { unit, left } = planBars(pattern, width, window.devicePixelRatio)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#000'
  for (const bar of pattern.bars) pen.fillRect(left + bar.start * unit, 0, bar.width * unit, height)
}
