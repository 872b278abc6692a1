import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
