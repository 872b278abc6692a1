/** The only part of the package that is used: the encoder, without its renderers. The package has no types for it. */
declare module 'jsbarcode/bin/barcodes/CODE128/index.js' {
  export class CODE128 {
    constructor(text: string, options: Record<string, never>)
    valid(): boolean
    /** `data` has one character per module, 1 for a bar. */
    encode(): { data: string; text: string }
  }
}
