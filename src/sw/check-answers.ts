/**
 * Checks that an answer is what it should be. A phone hears from others than our server: a captive portal answers every address with its own page and status
 * 200, a proxy with its error, a cache with half of a download.
 */

const types: Record<string, RegExp> = {
  js: /^(?:text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^(?:font|application)\/\S*woff2?\b/,
}

/** Status and content type are those of our file or page at this address; the content is not checked. */
export function isOfKind(answer: Response, path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1]
  const type = ending === undefined ? /^text\/html\b/ : types[ending]
  return answer.status === 200 && (type?.test(answer.headers.get('content-type') ?? '') ?? false)
}

/** The content matches the integrity exactly (`sha256-…`, base64). Reads the whole answer. */
export async function hasIntegrity(answer: Response, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()))
  return `sha256-${btoa(String.fromCharCode(...digest))}` === integrity
}

/** Status and content type are those of one of our pictures. */
export const isPictureKind = (answer: Response): boolean =>
  answer.status === 200 && /^image\/(?:avif|webp)\b/.test(answer.headers.get('content-type') ?? '')

/** One of our pictures, complete by the lengths that its format states. Reads the whole answer. */
export async function isWholePicture(answer: Response): Promise<boolean> {
  if (!isPictureKind(answer)) return false
  const bytes = new DataView(await answer.arrayBuffer())
  return wordAt(bytes, 0) === 'RIFF' ? isWholeWebp(bytes) : isWholeAvif(bytes)
}

/** A WebP states the length of everything after its first eight bytes. */
const isWholeWebp = (bytes: DataView): boolean =>
  wordAt(bytes, 8) === 'WEBP' && bytes.getUint32(4, true) + 8 <= bytes.byteLength

/**
 * An AVIF is a sequence of boxes with a length each: it is complete where the last one ends at the end of the file. A length of 0 means "to the end of the
 * file", however much of it arrived.
 */
function isWholeAvif(bytes: DataView): boolean {
  if (wordAt(bytes, 4) !== 'ftyp') return false
  let at = 0
  while (at + 8 <= bytes.byteLength) {
    const length = bytes.getUint32(at)
    if (length < 8) return false
    at += length
  }
  return at === bytes.byteLength
}

const wordAt = (bytes: DataView, at: number): string =>
  at + 4 <= bytes.byteLength
    ? String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset + at, 4))
    : ''
