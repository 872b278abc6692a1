import { useLayoutEffect, useMemo, useRef } from 'react'
import { findBarPattern } from '#lib/barcode/code128.ts'
import { drawBars, type Size, snappedSize } from '#lib/barcode/draw-bars.ts'
import styles from './barcode.module.css'

type BarcodeProps = { value: string; label: string; className?: string | undefined }

/**
 * A Code 128 barcode as a scanner at the counter needs it: black on white in every theme, every bar a whole number of device pixels, a quiet zone on either
 * side. Drawn on the device without fetching anything. A value that Code 128 cannot encode draws nothing.
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
 * Calls the listener with the canvas's size in whole device pixels, before its first paint and whenever it changes: by layout, by zoom, on another screen.
 * Returns a function that stops it. Measuring at once instead would lay out the page once per card in a list.
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
    // A browser that cannot observe device pixels refuses this box; the size is then computed from the edges.
    observer.observe(canvas)
  }
  return () => observer.disconnect()
}
