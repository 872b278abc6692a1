// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expect, it } from 'vitest'
import { QrCode } from '#lib/second-factor/qr-code.tsx'
import { find, show } from '../support/screen.tsx'

const scale = 4

/** The picture as a camera sees it: only pixels. */
function pixelsOf(svg: SVGElement): ImageData {
  const size = Number(svg.getAttribute('viewBox')!.split(' ')[2]) * scale
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of svg
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < scale * scale; at++) {
      const column = Number(x) * scale + (at % scale)
      const row = Number(y) * scale + Math.floor(at / scale)
      data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3)
    }
  return { data, width: size, height: size, colorSpace: 'srgb' } as ImageData
}

it('is read as the text that was encoded', async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const uri =
    'otpauth://totp/Bella%20Tavola:ada%40example.com?issuer=Bella%20Tavola&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  await show(<QrCode text={uri} label="QR code" />)
  const svg = find<HTMLElement & SVGElement>('svg', 'QR code')
  const found = await readBarcodes(pixelsOf(svg), { formats: ['QRCode'] })
  expect(found.map(({ text }) => text)).toEqual([uri])
})
