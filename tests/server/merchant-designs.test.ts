import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { fixtureMerchants } from './support/larder.ts'
import { checkFolder } from './support/run-on-folder.ts'

/** `design` of `card_programs` and `physical_product` in `location.json`: the look of each kind of card. */

type Edit = (text: string) => string

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'larder-designs-'))

/** The fixture's restaurants with two designs at Tavola, used by its cards. */
function withDesigns(looks: Readonly<Record<string, string>>, edit: Edit = (text) => text): string {
  const folder = emptyFolder()
  cpSync(fixtureMerchants, folder, { recursive: true })
  const file = join(folder, 'tavola/location.json')
  let text = readFileSync(file, 'utf8').replace(
    '"card_programs"',
    '"gift_designs": [{ "external_id": "one", "name": "One" }, { "external_id": "two", "name": "Two" }],\n  "card_programs"',
  )
  for (const [id, look] of Object.entries(looks))
    text = text.replace(`"external_id": "${id}"`, `"external_id": "${id}", "design": "${look}"`)
  writeFileSync(file, edit(text))
  return folder
}

describe('what each kind of card looks like, in the files', () => {
  it('is read, and exported unchanged', () => {
    const folder = withDesigns({ classic: 'two', 'posted-card': 'one' })
    const stored = readMerchants(folder, { allowMissingPictures: false })
    const { document } = stored.find((one) => one.document.label === 'tavola')!
    expect(document.cardPrograms.map(({ design }) => design)).toEqual(['two', undefined])
    expect(document.physicalProduct?.design).toBe('one')
    const target = emptyFolder()
    writeMerchantFolder(join(target, 'tavola'), exportMerchant(document))
    expect(readMerchants(target, { allowMissingPictures: true })[0]!.document).toEqual(document)
  })

  const apart = 'nobody could tell the two cards apart'
  it.each([
    [
      { classic: 'terrace' },
      'card_programs[0].design: no design is called "terrace"',
      'add it to gift_designs',
    ],
    [
      { 'posted-card': 'terrace' },
      'physical_product.design: no design is called "terrace"',
      'add it to gift_designs',
    ],
    [
      { classic: 'one', 'dinner-for-two': 'one' },
      `card_programs[1].design: names the design of "classic": ${apart}`,
      'write another of gift_designs',
    ],
    [
      { 'dinner-for-two': 'two', 'posted-card': 'two' },
      `physical_product.design: names the design of "dinner-for-two": ${apart}`,
      'write another of gift_designs',
    ],
  ] as const)('refuses %j, with its line and what to do', async (looks, message, remedy) => {
    const { code, said } = await checkFolder(withDesigns(looks))
    expect(code).toBe(1)
    expect(said[0]).toMatch(/^merchants\/tavola\/location\.json:\d+ /)
    expect(said[0]!.replace(/^\S+ /, '')).toBe(message)
    expect(said[1]).toContain(`→ ${remedy}`)
  })
})
