import type { Canvas } from '../canvas.mjs'
import type { Random } from '../random.mjs'

export function scene(c: Canvas, recipe: { surface?: string; vessel?: string }, rng: Random): unknown
