export class Canvas {
  constructor(width: number, height: number, view: { x: number; y: number; span: number; turn?: number })
  readonly width: number
  readonly height: number
  /** One pixel in table units. */
  readonly tablePx: number
  readonly bare: Uint8Array
  within(x: number, y: number, k: number, turn: number, fn: () => void): void
}
