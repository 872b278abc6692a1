/** The most bytes that one UTF-16 unit takes in UTF-8. */
const maxBytesPerUnit = 3

/** A parameter in the wire format: text, whatever its type. */
const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

/**
 * Messages of PostgreSQL's extended query protocol, appended to one buffer (PostgreSQL documentation, *Message Formats*). The portal is always the unnamed one,
 * and everything is text.
 */
export class Packet {
  #bytes = Buffer.allocUnsafe(4096)
  #end = 0

  /** The whole buffer, ended by Sync: only then does the server answer. */
  closed(): Buffer {
    this.#message('S', () => undefined)
    return this.#bytes.subarray(0, this.#end)
  }

  /** Parses a statement under a name; '' is the unnamed one, which the next replaces. */
  parse(name: string, sql: string): void {
    this.#message('P', () => {
      this.#text(name)
      this.#text(sql)
      this.#int16(0)
    })
  }

  /** Closes a statement; a missing one is no error. */
  forget(name: string): void {
    this.#message('C', () => {
      this.#text('S')
      this.#end -= 1
      this.#text(name)
    })
  }

  bind(name: string, params: readonly unknown[]): void {
    this.#message('B', () => {
      this.#text('')
      this.#text(name)
      this.#int16(0)
      this.#int16(params.length)
      for (const param of params) this.#value(textOf(param))
      this.#int16(0)
    })
  }

  /** Requests the columns of the bound statement. */
  describe(): void {
    this.#message('D', () => this.#text('P'))
  }

  /** Runs the bound statement to its end. */
  execute(): void {
    this.#message('E', () => {
      this.#text('')
      this.#int32(0)
    })
  }

  /** A letter, and the length of the rest. */
  #message(letter: string, write: () => void): void {
    this.#makeRoom(1 + 4)
    this.#bytes[this.#end++] = letter.charCodeAt(0)
    const start = this.#end
    this.#end += 4
    write()
    this.#bytes.writeInt32BE(this.#end - start, start)
  }

  /** Ends with a zero byte. */
  #text(text: string): void {
    this.#makeRoom(text.length * maxBytesPerUnit + 1)
    this.#end += this.#bytes.write(text, this.#end)
    this.#bytes[this.#end++] = 0
  }

  #value(text: string | null): void {
    if (text === null) return this.#int32(-1)
    this.#makeRoom(4 + text.length * maxBytesPerUnit)
    const length = this.#bytes.write(text, this.#end + 4)
    this.#bytes.writeInt32BE(length, this.#end)
    this.#end += 4 + length
  }

  #int16(value: number): void {
    this.#makeRoom(2)
    this.#end = this.#bytes.writeInt16BE(value, this.#end)
  }

  #int32(value: number): void {
    this.#makeRoom(4)
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  #makeRoom(count: number): void {
    if (this.#end + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + count))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
