import { t } from '#contract/language.ts'
import { allergenNames, canBeDiet, statusAsItComes, statusIn } from '#contract/rules/allergens.ts'
import { type Allergen, dietAllergens } from '#contract/rules/allergen-list.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { FieldPath } from './field-path.ts'
import type { AllergensFile } from './file-schemas.ts'

/** A file's allergen statement in the API's form; no field where the file states nothing, which means not known. */
export function allergensField(file: AllergensFile): { allergens?: AllergenStatement } {
  if (file === undefined) return {}
  return { allergens: file === 'none' ? { contains: [], free_from: 'others' } : file }
}

/** The reverse of `allergensField`. */
export function allergensFile(statement: AllergenStatement | undefined): { allergens?: AllergensFile } {
  if (!statement) return {}
  const isNone = statement.contains.length === 0 && statement.free_from === 'others'
  return { allergens: isNone ? 'none' : statement }
}

/** Allergens about which a dish or a choice contradicts itself. */
export function listAllergenProblems(
  file: AllergensFile,
  path: FieldPath,
): { path: FieldPath; message: string }[] {
  if (file === undefined || file === 'none' || file.free_from === 'others') return []
  const { contains, free_from: free } = file
  return contains
    .filter((one) => free.includes(one))
    .map((one) => ({
      path: [...path, 'allergens'],
      message: `says of ${nameOf(one)} that it is contained, and that it is not`,
    }))
}

/**
 * Where a dish labeled vegan or gluten-free cannot be made to fit the label, by its own allergen statement and those of its choices. A dish that states
 * nothing is taken at its word unless its choices contradict it.
 */
export const listDietProblems = (item: MenuItem): string[] =>
  listDiets(item).flatMap(({ diet, name }) =>
    dietAllergens[diet]
      .filter(
        (one) => !canBeDiet(item, [one]) && (item.allergens || statusAsItComes(item, one) === 'contains'),
      )
      .map(
        (one) =>
          `is called ${name}, but ${
            statusIn(item.allergens, one) === 'contains'
              ? `contains ${nameOf(one)}`
              : `nothing says that it can be had without ${nameOf(one)}`
          }`,
      ),
  )

/**
 * Where a labeled dish can be made to fit the label, but something that comes with it is not stated: the dish is then labeled "on request". This does not
 * stop an import.
 */
export const listDietNotes = (item: MenuItem): string[] =>
  item.allergens === undefined
    ? []
    : listDiets(item).flatMap(({ diet, name }) => {
        const open = dietAllergens[diet].filter((one) => statusAsItComes(item, one) === 'unknown')
        return open.length === 0
          ? []
          : [
              `is called ${name} on request, for what comes with it says nothing of ${open.map(nameOf).join(', ')}`,
            ]
      })

const diets = [
  { diet: 'vegan', name: 'vegan' },
  { diet: 'gluten_free', name: 'gluten-free' },
] as const
const listDiets = (item: MenuItem) => diets.filter(({ diet }) => item[diet])

const nameOf = (allergen: Allergen): string => t(allergenNames[allergen]).toLowerCase()
