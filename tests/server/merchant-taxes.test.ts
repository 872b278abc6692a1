import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { fixtureMerchants } from './support/larder.ts'
import { checkFolder } from './support/run-on-folder.ts'

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'larder-taxes-'))

const taxes = {
  rates: [
    { id: 'state', name: 'State', rate: '0.0625' },
    { id: 'city', name: 'City', rate: '0.02625' },
    { id: 'liquor', name: 'Liquor', rate: '0.03' },
  ],
  classes: [
    { id: 'standard', rates: ['state', 'city'] },
    { id: 'alcohol', rates: ['state', 'city', 'liquor'] },
    { id: 'exempt', rates: [] },
  ],
  delivery: 'standard',
  rounding: 'line',
}

type Edit = (text: string) => string

/** The fixture's restaurants with one of Tavola's files changed. */
function withFile(name: string, edit: Edit, folder = emptyFolder()): string {
  cpSync(fixtureMerchants, folder, { recursive: true, force: false })
  const file = join(folder, 'tavola', name)
  const text = readFileSync(file, 'utf8')
  const changed = edit(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
  return folder
}

const withTaxes =
  (changes: object = {}): Edit =>
  (text) =>
    text.replace('"tax_rounding"', `"taxes": ${JSON.stringify({ ...taxes, ...changes })},\n  "tax_rounding"`)

const wine: Edit = (text) =>
  text.replace('"name": "Carbonara",', '"name": "Carbonara", "tax_class": "alcohol",')

describe('classes of tax in a merchant’s files', () => {
  it('are read into the menu and the rules, and exported unchanged', () => {
    const folder = withFile('menus/01-dinner.json', wine, withFile('location.json', withTaxes()))
    const stored = readMerchants(folder, { allowMissingPictures: false })
    const { document } = stored.find((one) => one.document.label === 'tavola')!
    expect(document.location.estimate_rules).toMatchObject({ tax_rate: '0.08875', taxes })
    expect(document.ordering.taxes).toEqual(taxes)
    const items = document.menus.flatMap((menu) => menu.categories.flatMap((category) => category.items))
    expect(items.find((item) => item.external_id === 'carbonara')).toMatchObject({ tax_class: 'alcohol' })
    const target = emptyFolder()
    writeMerchantFolder(join(target, 'tavola'), exportMerchant(document))
    expect(readMerchants(target, { allowMissingPictures: true })[0]!.document).toEqual(document)
  })

  it.each<[string, string, Edit, string, string]>([
    [
      'a dish of an unknown class',
      'menus/01-dinner.json',
      (text) => text.replace('"name": "Carbonara",', '"name": "Carbonara", "tax_class": "liqour",'),
      'categories[1].items[0].tax_class: no tax class is called "liqour": location.json has no taxes',
      'add it to taxes.classes in location.json, or write a name that stands there',
    ],
    [
      'a delivery of an unknown class',
      'location.json',
      withTaxes({ delivery: 'post' }),
      'taxes.delivery: no tax class is called "post"; there are standard, alcohol, exempt',
      'add it to taxes.classes in location.json, or write a name that stands there',
    ],
    [
      'a class with an unknown rate',
      'location.json',
      withTaxes({ classes: [...taxes.classes, { id: 'beer', rates: ['beer'] }] }),
      'taxes.classes[3].rates[0]: no rate is called "beer"',
      'add it to taxes.rates, or write a name that stands there',
    ],
    [
      'no standard class',
      'location.json',
      withTaxes({ classes: taxes.classes.slice(1), delivery: undefined }),
      'taxes.classes: has no class "standard"',
      'add { "id": "standard", "rates": […] }: it taxes every dish that names no class',
    ],
    [
      'a rate that is not the sum of the standard class',
      'location.json',
      (text) => withTaxes()(text).replace('"tax_rate": "0.08875"', '"tax_rate": "0.0625"'),
      'tax_rate: comes to "0.08875" by the rates of the class "standard", not "0.0625"',
      'write that sum here: portals that know no classes estimate with it',
    ],
    [
      'percent where a share is meant',
      'location.json',
      (text) => text.replace('"tax_rate": "0.08875"', '"tax_rate": "8.875"'),
      'tax_rate: is 100 percent or more: 8.875',
      'write a share, not percent: "0.08875" is 8.875 percent',
    ],
  ])('refuse %s, with its line and what to do', async (_, name, edit, message, remedy) => {
    const { code, said } = await checkFolder(withFile(name, edit))
    expect(code).toBe(1)
    expect(said[0]).toMatch(new RegExp(`^merchants/tavola/${name}:\\d+ `))
    expect(said[0]!.replace(/^\S+ /, '')).toBe(message)
    expect(said[1]).toBe(`    → ${remedy}`)
  })

  it('cause a question, and no error, if a rate is 0 or a dish looks like alcohol', async () => {
    const free = await checkFolder(
      withFile('location.json', (text) => text.replace('"tax_rate": "0.08875"', '"tax_rate": "0.00"')),
    )
    expect(free.code).toBe(0)
    expect(free.said.join('\n')).toMatch(/ tax_rate: is 0, so no order is taxed/)
    expect(free.said.at(-1)).toMatch(/^merchants\/tavola is in order: .*; please look at the lines above\.$/)

    const named: Edit = (text) => text.replace('"name": "Carbonara",', '"name": "House Lager",')
    const one = await checkFolder(withFile('menus/01-dinner.json', named))
    expect(one.said.join('\n')).toContain('1 of the dishes look like alcohol (House Lager)')
    const classed = await checkFolder(
      withFile('menus/01-dinner.json', named, withFile('location.json', withTaxes())),
    )
    expect(classed).toMatchObject({ code: 0 })
    expect(classed.said.join('\n')).toMatch(
      /^merchants\/tavola\/menus\/01-dinner\.json:\d+ categories\[1\]\.items\[0\]: House Lager looks like alcohol, and names no tax_class/m,
    )
    const said: Edit = (text) =>
      named(text).replace('"name": "House Lager",', '"name": "House Lager", "tax_class": "alcohol",')
    const right = await checkFolder(
      withFile('menus/01-dinner.json', said, withFile('location.json', withTaxes())),
    )
    expect(right.said.join('\n')).not.toMatch(/alcohol|tax/)
  })
})
