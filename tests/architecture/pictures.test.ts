import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

/** Pictures of which only one size exists, by the file that shows them. All others offer their sizes and formats (`PictureSources`, decision 098). */
const oneSize: Record<string, string> = {
  'features/layout/components/advertisement-banner.tsx':
    'a restaurant draws one for computers, one for phones',
  'features/layout/components/footer.tsx': 'the logo, in 48 pixels',
  'features/orders/components/receipt-paper.tsx': 'the restaurant in 72 pixels, from the receipt',
  'shared/gift-card/gift-art.tsx': 'a picture of a gift card, from the merchant API',
}

test('every picture offers its sizes and formats, but those of which only one exists', async () => {
  const paths = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.tsx'))
  const without: string[] = []
  for (const path of paths) {
    const text = await readFile(resolve(source, path), 'utf8')
    if (/<img\s/.test(text) && !text.includes('<PictureSources')) without.push(path)
  }
  expect(without.toSorted()).toEqual(Object.keys(oneSize).toSorted())
})
