import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { makeJsonSchemas } from '#server/import/json-schemas.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { fixtureMerchants } from './support/larder.ts'
import { checkFolder } from './support/run-on-folder.ts'

/** `delivery_zips` of `location.json`: where a restaurant delivers. */

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'larder-delivery-'))

type Edit = (text: string) => string

/** The fixture's restaurants with Tavola's `location.json` changed. */
function withLocation(edit: Edit): string {
  const folder = emptyFolder()
  cpSync(fixtureMerchants, folder, { recursive: true })
  const file = join(folder, 'tavola/location.json')
  const text = readFileSync(file, 'utf8')
  const changed = edit(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
  return folder
}

const deliveringTo =
  (zips: unknown): Edit =>
  (text) =>
    text.replace('"ordering"', `"delivery_zips": ${JSON.stringify(zips)},\n  "ordering"`)

/** The messages about delivery, each with its remedy. */
const ofDelivery = (said: readonly string[]): string[] => said.filter((line) => line.includes(' delivery_'))

describe('where a restaurant delivers, in its files', () => {
  it('is read, and exported unchanged', () => {
    const folder = withLocation(deliveringTo(['10011', '07030']))
    const stored = readMerchants(folder, { allowMissingPictures: false })
    const { document } = stored.find((one) => one.document.label === 'tavola')!
    expect(document.ordering.deliveryZips).toEqual(['10011', '07030'])
    const target = emptyFolder()
    writeMerchantFolder(join(target, 'tavola'), exportMerchant(document))
    expect(readMerchants(target, { allowMissingPictures: true })[0]!.document).toEqual(document)
  })

  it.each<[string, Edit, string, string]>([
    [
      'a zip code of other than five digits',
      deliveringTo(['10011', '1001']),
      'delivery_zips[1]: not a zip code (five digits): "1001"',
      'write the five digits as text, as in "10011"; of a ZIP+4 the first five',
    ],
    [
      'a ZIP+4',
      deliveringTo(['10011-1234']),
      'delivery_zips[0]: not a zip code (five digits): "10011-1234"',
      'write the five digits as text, as in "10011"; of a ZIP+4 the first five',
    ],
    [
      'one that is listed twice',
      deliveringTo(['10011', '10001', '10011']),
      'delivery_zips[2]: names "10011" twice',
      'remove one of the two',
    ],
    [
      'an empty list',
      deliveringTo([]),
      'delivery_zips: names no zip code, so nothing could be delivered: []',
      'name those that you deliver to, or leave the field out to deliver everywhere',
    ],
    [
      'a list where nothing is delivered',
      (text) =>
        deliveringTo(['10011'])(text).replace(
          '"show_delivery_option": true',
          '"show_delivery_option": false',
        ),
      'delivery_zips: is there, but ordering.show_delivery_option is off',
      'remove the list, or switch delivery on in ordering',
    ],
  ])('refuses %s, with its line and what to do', async (_, edit, message, remedy) => {
    const { code, said } = await checkFolder(withLocation(edit))
    expect(code).toBe(1)
    expect(said[0]).toMatch(/^merchants\/tavola\/location\.json:\d+ /)
    expect(said[0]!.replace(/^\S+ /, '')).toBe(message)
    expect(said[1]).toBe(`    → ${remedy}`)
  })

  it('causes a question, and no error, if it is missing or leaves out the restaurant’s own street', async () => {
    const anywhere = await checkFolder(fixtureMerchants)
    expect(anywhere.code).toBe(0)
    expect(ofDelivery(anywhere.said)).toEqual([
      expect.stringMatching(
        /^merchants\/tavola\/location\.json:\d+ delivery_charge: is for any address there is.*\n    → name the zip codes/,
      ),
    ])
    const elsewhere = await checkFolder(withLocation(deliveringTo(['10001'])))
    expect(elsewhere.code).toBe(0)
    expect(ofDelivery(elsewhere.said)).toEqual([
      expect.stringMatching(/ delivery_zips: does not have 10011, where the restaurant is.*\n    → add it/),
    ])
    expect(ofDelivery((await checkFolder(withLocation(deliveringTo(['10001', '10011'])))).said)).toEqual([])
    const noDelivery: Edit = (text) =>
      text.replace('"show_delivery_option": true', '"show_delivery_option": false')
    expect(ofDelivery((await checkFolder(withLocation(noDelivery))).said)).toEqual([])
  })

  it('is explained to editors', () => {
    expect(makeJsonSchemas().location['properties']).toMatchObject({
      delivery_zips: {
        type: 'array',
        minItems: 1,
        items: { pattern: '^\\d{5}$' },
        description: expect.stringContaining('zip codes') as string,
      },
    })
  })
})

describe('the demo’s restaurants', () => {
  it('deliver to their own street, and say so in their answers to guests’ questions', () => {
    for (const { document } of readMerchants(resolve('merchants'), { allowMissingPictures: true })) {
      const { deliveryZips: zips, showDelivery } = document.ordering
      expect([document.label, zips !== undefined]).toEqual([document.label, showDelivery])
      if (!zips) continue
      expect(zips).toContain(document.location.zip)
      const answers = JSON.stringify(document.configurations)
      expect(zips.filter((zip) => !answers.includes(zip))).toEqual([])
      // Every suggestion of the address field is in the delivery area.
      expect((document.places ?? []).filter(({ zip }) => !zips.includes(zip))).toEqual([])
    }
  })
})
