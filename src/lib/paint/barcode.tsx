import { useLayoutEffect, useMemo, useRef } from 'react'
import { findBarPattern } from '#lib/barcode/code128.ts'
import { drawBars, type Size, snappedSize } from '#lib/barcode/draw-bars.ts'
import styles from './barcode.module.css'

type BarcodeProps = { value: string; label: string; className?: string | undefined }

/**
 * A code128 as a reader at the counter needs it: black on white in every theme, every bar a whole number of the screen's own pixels, a quiet zone on
 * either side. Drawn here and now; nothing is fetched. A value that code128 cannot say draws nothing.
 */
export function Barcode({ value, label, className }: BarcodeProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pattern = useMemo(() => findBarPattern(value), [value])
  useLayoutEffect(() => {
    if (!canvas.current || !pattern) return undefined
    return followSize(canvas.current, (size) => canvas.current && drawBars(canvas.current, pattern, size))
  }, [pattern])
  if (!pattern) return null
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={className ? `${styles.field} ${className}` : styles.field}
    />
  )
}

/**
 * Calls back with the canvas's size in whole device pixels, before it is painted first and whenever it changes: by layout, by zoom, on another screen.
 * Gives what stops it. Asked for here and now, the sizes of a list of cards would have the page laid out once for each.
 */
function followSize(canvas: HTMLCanvasElement, listener: (size: Size) => void): () => void {
  if (typeof ResizeObserver === 'undefined') {
    listener(snappedSize(canvas))
    return () => undefined
  }
  const observer = new ResizeObserver(([entry]) => {
    const exact = entry?.devicePixelContentBoxSize?.[0]
    listener(exact ? { width: exact.inlineSize, height: exact.blockSize } : snappedSize(canvas))
  })
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' })
  } catch {
    // A browser that does not measure in device pixels refuses the box; the size is then reckoned from the edges.
    observer.observe(canvas)
  }
  return () => observer.disconnect()
}
