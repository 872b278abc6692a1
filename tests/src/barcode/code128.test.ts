import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { findBarPattern, planBars, quietModules } from '#lib/barcode/code128.ts'

const cardNumber = fc.stringMatching(/^[0-9]{16}$/)
/** Pixel densities of real screens, and those that zooming in a browser produces. */
const density = fc.constantFrom(1, 1.25, 1.5, 2, 2.625, 3, 3.5)

beforeAll(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

/** What a barcode reader reads from the bars drawn in this many device pixels. */
async function read(number: string, room: number, pixels: number): Promise<string[]> {
  const pattern = findBarPattern(number)!
  const { unit, left } = planBars(pattern, room, pixels)
  const height = 40
  const data = new Uint8ClampedArray(room * height * 4).fill(255)
  for (const bar of pattern.bars)
    for (let x = left + bar.start * unit; x < left + (bar.start + bar.width) * unit; x++)
      for (let y = 0; y < height; y++) data.fill(0, (y * room + x) * 4, (y * room + x) * 4 + 3)
  // At most one code, as at a counter: in a smaller copy of the picture, which zxing also tries, it sometimes sees a second number in these bars.
  const found = await readBarcodes({ data, width: room, height, colorSpace: 'srgb' } as ImageData, {
    formats: ['Code128'],
    maxNumberOfSymbols: 1,
  })
  return found.map(({ text }) => text)
}

describe('the bars of a card number', () => {
  it('have the number as text for a screen reader, on any screen @GC-03', async () => {
    await fc.assert(
      fc.asyncProperty(
        cardNumber,
        fc.integer({ min: 288, max: 1280 }),
        density,
        async (number, cssWidth, pixels) => {
          expect(await read(number, Math.round(cssWidth * pixels), pixels)).toEqual([number])
        },
      ),
      { numRuns: 60, examples: [['0500110113400033', 731, 2.625]] },
    )
  })

  it('are 123 modules, two digits in one character', () => {
    expect(findBarPattern('6006491234567896')?.modules).toBe(123)
  })

  it('are whole pixels, with ten modules of white on either side wherever there is room for them', () => {
    fc.assert(
      fc.property(cardNumber, fc.integer({ min: 143, max: 6000 }), density, (number, room, pixels) => {
        const pattern = findBarPattern(number)!
        const { unit, left } = planBars(pattern, room, pixels)
        expect(Number.isInteger(unit) && Number.isInteger(left)).toBe(true)
        expect(unit).toBeGreaterThanOrEqual(1)
        expect(left).toBeGreaterThanOrEqual(quietModules * unit)
        expect(room - left - pattern.modules * unit).toBeGreaterThanOrEqual(quietModules * unit)
      }),
    )
  })

  it('are as wide as possible, up to the size that helps a reader', () => {
    const pattern = findBarPattern('6006491234567896')!
    expect([390, 780, 1170].map((room, at) => planBars(pattern, room, at + 1).unit)).toEqual([2, 5, 8])
    expect(planBars(pattern, 5000, 1).unit).toBe(6)
    expect(planBars(pattern, 60, 1)).toEqual({ unit: 1, left: 0 })
  })

  it('are none for what code128 cannot say', () => {
    expect(findBarPattern('')).toBeUndefined()
    expect(findBarPattern('•••• 7896')).toBeUndefined()
  })
})
