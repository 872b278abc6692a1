import type { Canvas } from './canvas.mjs'
import type { Random } from './random.mjs'

export function plate(
  c: Canvas,
  p: { x: number; y: number; r: number; rng: Random },
): { x: number; y: number; r: number; z: number }
