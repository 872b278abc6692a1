import { t } from '#contract/language.ts'
import { allergenNames, canBeDiet, statusAsItComes, statusIn } from '#contract/rules/allergens.ts'
import { type Allergen, dietAllergens } from '#contract/rules/allergen-list.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { FieldPath } from './field-path.ts'
import type { AllergensFile } from './file-schemas.ts'

/** What a file says of allergens as the wire has it; nothing where it says nothing, which is not known. */
export function allergensField(file: AllergensFile): { allergens?: AllergenStatement } {
  if (file === undefined) return {}
  return { allergens: file === 'none' ? { contains: [], free_from: 'others' } : file }
}

/** As `allergensField`, the other way round. */
export function allergensFile(statement: AllergenStatement | undefined): { allergens?: AllergensFile } {
  if (!statement) return {}
  const isNone = statement.contains.length === 0 && statement.free_from === 'others'
  return { allergens: isNone ? 'none' : statement }
}

/** What is said of one allergen twice and differently, by a dish or a choice. */
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
 * Where a dish that is called vegan or gluten-free cannot be made so by what it and its choices say. A dish that says nothing of allergens is taken at its
 * word, until its choices say otherwise.
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

/** Where a dish that is called so can be made so, and something that comes with it does not say: it is then called so "on request". No reason not to import. */
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
