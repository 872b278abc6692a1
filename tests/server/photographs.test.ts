import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { resizePhotos } from '../../scripts/merchant/resize-photos.mjs'

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer()

function folderWith(photos: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-photos-'))
  mkdirSync(join(folder, 'photos'))
  for (const [name, content] of Object.entries(photos)) writeFileSync(join(folder, 'photos', name), content)
  return folder
}

it('says what to do with a photograph of a kind that it cannot read, such as an iPhone’s', async () => {
  const folder = folderWith({
    'fish-tacos.HEIC': 'x',
    'soup.pdf': 'x',
    '.DS_Store': 'x',
    'salad.jpg': await photo('#3c6a34'),
  })
  expect(await resizePhotos(folder)).toEqual({
    made: 1,
    unchanged: 0,
    problems: [
      'photos/fish-tacos.HEIC: cannot be read here: save it as JPEG (.jpg)',
      'photos/soup.pdf: cannot be read here: save it as JPEG (.jpg)',
    ],
  })
})

it('says what to do with a folder among the photographs, and nothing of what Windows puts there', async () => {
  const folder = folderWith({ 'Thumbs.db': 'x', 'desktop.ini': 'x', 'salad.jpg': await photo('#3c6a34') })
  mkdirSync(join(folder, 'photos/desserts.jpg'))
  mkdirSync(join(folder, 'photos/summer'))
  expect(await resizePhotos(folder)).toEqual({
    made: 1,
    unchanged: 0,
    problems: ['desserts.jpg', 'summer'].map(
      (name) => `photos/${name}: is a folder: move its photographs into photos/ itself`,
    ),
  })
})

/** A PNG that says it has this many pixels to a side, in a few bytes. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  // Eight bits, red, green and blue.
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const content = chunk('IDAT', deflateSync(Buffer.alloc(100)))
  return Buffer.concat([signature, chunk('IHDR', head), content, chunk('IEND', Buffer.alloc(0))])
}

it('says of a photograph that cannot be used why, and what to do: empty, too large, damaged', async () => {
  const folder = folderWith({ 'a.jpg': '', 'b.png': hugePng(20_000), 'c.jpg': 'no picture' })
  expect((await resizePhotos(folder)).problems).toEqual([
    'photos/a.jpg: is empty: copy the photograph here again, or take it out',
    'photos/b.png: is too large (20000 × 20000 pixels): save it anew with at most 10000 pixels to a side',
    'photos/c.jpg: is damaged, or no picture at all: open it in an image editor and save it anew as JPEG (.jpg), or take it out',
  ])
})

it('uses what a photograph is, not what its name says, and the first picture of a moving one', async () => {
  const flat = (kind: 'png' | 'gif' | 'webp', ...shades: number[]): Promise<Buffer> =>
    sharp(Buffer.concat(shades.map((shade) => Buffer.alloc(640 * 480 * 3, shade))), {
      raw: { width: 640, height: 480 * shades.length, channels: 3, pageHeight: 480 },
    })
      .toFormat(kind)
      .toBuffer()
  const folder = folderWith({
    'bread.jpg': await flat('png', 200),
    'moving-cake.jpg': await flat('gif', 200, 20),
    'moving-soup.webp': await flat('webp', 200, 20),
    'tomato.jpg': await sharp({ create: { width: 640, height: 480, channels: 3, background: '#d02020' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer(),
  })
  expect(await resizePhotos(folder)).toEqual({ made: 4, unchanged: 0, problems: [] })
  const index = JSON.parse(readFileSync(join(folder, 'pictures/index.json'), 'utf8')) as Record<
    string,
    { colour: string }
  >
  for (const slug of ['bread', 'moving-cake', 'moving-soup'])
    expect(index[slug]!.colour).toMatch(/^#c[789]c[789]c[789]$/)
  // The inks of a printer, back in the colors of a screen.
  expect(index['tomato']!.colour).toMatch(/^#d[0-9a-f][012][0-9a-f][012][0-9a-f]$/)
})

it('uses the first of two photographs with one name, and names the other', async () => {
  const folder = folderWith({ 'soup.JPG': await photo('#aa0000'), 'soup.jpg': await photo('#00aa00') })
  const problems = ['photos/soup.jpg: is called as photos/soup.JPG is: rename one of the two']
  expect(await resizePhotos(folder)).toEqual({ made: 1, unchanged: 0, problems })
  expect(await resizePhotos(folder)).toEqual({ made: 0, unchanged: 1, problems })
})

it('says which list of pictures is broken, and leaves it as it is', async () => {
  const folder = folderWith({ 'soup.jpg': await photo('#aa0000') })
  mkdirSync(join(folder, 'pictures'))
  const index = join(folder, 'pictures/index.json')
  writeFileSync(index, '{ "soup": ')
  await expect(resizePhotos(folder)).rejects.toThrow(`${index} is not JSON`)
  expect(readFileSync(index, 'utf8')).toBe('{ "soup": ')
})
