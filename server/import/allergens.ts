import { allergenNames } from '#contract/rules/allergens.ts'
import type { Allergen, AllergenStatement } from '#contract/schemas/allergens.ts'
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

/** What no vegan dish contains. */
const fromAnimals: readonly Allergen[] = ['milk', 'eggs', 'fish', 'crustaceans', 'mollusks']

type Diets = { vegan: boolean; gluten_free: boolean }

/** What is said twice and differently: of one allergen, or of a diet and an allergen of the same dish. */
export function listAllergenProblems(
  file: AllergensFile,
  path: FieldPath,
  diets: Diets = { vegan: false, gluten_free: false },
): { path: FieldPath; message: string }[] {
  if (file === undefined || file === 'none') return []
  const at = [...path, 'allergens']
  const { contains, free_from: free } = file
  const both = free === 'others' ? [] : contains.filter((one) => free.includes(one))
  const broken: Allergen[] = [
    ...(diets.vegan ? contains.filter((one) => fromAnimals.includes(one)) : []),
    ...(diets.gluten_free ? contains.filter((one) => one === 'gluten') : []),
  ]
  return [
    ...both.map((one) => ({
      path: at,
      message: `says of ${nameOf(one)} that it is contained, and that it is not`,
    })),
    ...broken.map((one) => ({
      path: at,
      message: `contains ${nameOf(one)}, but the dish is called ${one === 'gluten' ? 'gluten-free' : 'vegan'}`,
    })),
  ]
}

const nameOf = (allergen: Allergen): string => allergenNames[allergen].toLowerCase()
