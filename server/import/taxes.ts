import type { FieldPath } from './field-path.ts'
import type { LocationFile, TaxesFile } from './file-schemas.ts'
import type { SourceFile } from './source-file.ts'
import { standardClass } from '#contract/pricing/tax.ts'

/** Checks the taxes of `location.json`, and the classes that menus name (merchants/README.md, decision 058). */

/** The tax class of a dish or choice, the same in files and in the API; no field where there is none. */
export const taxClassField = ({ tax_class }: { tax_class?: string | undefined }): { tax_class?: string } =>
  tax_class === undefined ? {} : { tax_class }

/** Reports what no single field can show: repeated ids, unknown names, no standard class, a rate written in percent, a sum that differs. */
export function reportTaxes({ tax_rate: written, taxes }: LocationFile, source: SourceFile): void {
  reportShare(written, ['tax_rate'], source)
  if (!taxes) return
  const { rates, classes, delivery } = taxes
  rates.forEach(({ rate }, index) => reportShare(rate, ['taxes', 'rates', index, 'rate'], source))
  reportTwice('rate', rates, ['taxes', 'rates'], source)
  reportTwice('class', classes, ['taxes', 'classes'], source)
  classes.forEach((one, index) =>
    one.rates.forEach((id, at) => {
      const path = ['taxes', 'classes', index, 'rates', at]
      if (!rates.some((rate) => rate.id === id)) source.report(path, `no rate is called "${id}"`)
      if (one.rates.indexOf(id) !== at) source.report(path, `names "${id}" twice`)
    }),
  )
  if (delivery !== undefined) reportClass(delivery, ['taxes', 'delivery'], taxes, source)
  const standard = classes.find(({ id }) => id === standardClass)
  if (!standard) source.report(['taxes', 'classes'], `has no class "${standardClass}"`)
  else reportSum(written, sumOf(standard.rates, taxes), source)
}

/** Reports each tax class that a menu or section names and the location does not have. Reads the bare JSON, so that an error elsewhere hides none. */
export function reportTaxClasses(
  value: unknown,
  taxes: TaxesFile | undefined,
  source: SourceFile,
  path: FieldPath = [],
): void {
  if (typeof value !== 'object' || value === null) return
  const entries = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value)
  for (const [step, one] of entries) {
    if (step === 'tax_class' && typeof one === 'string') reportClass(one, [...path, step], taxes, source)
    else reportTaxClasses(one, taxes, source, [...path, step])
  }
}

function reportClass(id: string, path: FieldPath, taxes: TaxesFile | undefined, source: SourceFile): void {
  const known = taxes?.classes.map((one) => one.id) ?? []
  if (known.includes(id)) return
  source.report(
    path,
    `no tax class is called "${id}"${known.length > 0 ? `; there are ${known.join(', ')}` : ': location.json has no taxes'}`,
  )
}

function reportTwice(
  what: string,
  list: readonly { id: string }[],
  path: FieldPath,
  source: SourceFile,
): void {
  list.forEach(({ id }, index) => {
    if (list.findIndex((one) => one.id === id) !== index)
      source.report([...path, index, 'id'], `another ${what} is called "${id}", too`)
  })
}

function reportShare(rate: string, path: FieldPath, source: SourceFile): void {
  if (Number(rate) >= 1) source.report(path, `is 100 percent or more: ${rate}`)
}

function reportSum(written: string, sum: bigint, source: SourceFile): void {
  if (units(written) === sum) return
  const text = sum.toString().padStart(9, '0')
  const share = `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, '')
  source.report(
    ['tax_rate'],
    `comes to "${share}" by the rates of the class "${standardClass}", not "${written}"`,
  )
}

const sumOf = (ids: readonly string[], { rates }: TaxesFile): bigint =>
  ids.reduce((sum, id) => sum + units(rates.find((one) => one.id === id)?.rate ?? '0'), 0n)

/** A rate that passed its schema, in units of 0.00000001. */
function units(rate: string): bigint {
  const [whole = '0', decimals = ''] = rate.split('.')
  return BigInt(whole + decimals.padEnd(8, '0'))
}
