/** Finds barcodes in a picture: the browser's own detector, or a polyfill with the same interface. */
export type Detector = {
  detect(source: HTMLVideoElement | ImageBitmapSource): Promise<{ rawValue: string }[]>
}

type NativeDetector = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const format = 'code_128'

/**
 * A detector for Code 128. The polyfill and its 1 MB of WebAssembly come from this host, and only if the browser has no detector; rejects when they cannot be
 * loaded.
 */
export async function loadDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  // Chromium on a computer has the class but supports no format.
  if (native && (await native.getSupportedFormats()).includes(format))
    return new native({ formats: [format] })
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats: [format] })
}
