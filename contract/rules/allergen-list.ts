/** The fourteen that the European Union has declared on every dish (Regulation 1169/2011, annex II); the nine of the United States are among them. */
export const allergens = [
  'gluten',
  'milk',
  'eggs',
  'tree_nuts',
  'peanuts',
  'sesame',
  'soy',
  'fish',
  'crustaceans',
  'mollusks',
  'celery',
  'mustard',
  'sulfites',
  'lupin',
] as const

/** What a dish that is called so must be free from. */
export const dietAllergens = {
  vegan: ['milk', 'eggs', 'fish', 'crustaceans', 'mollusks'],
  gluten_free: ['gluten'],
} as const satisfies Readonly<Record<string, readonly (typeof allergens)[number][]>>

export type Allergen = (typeof allergens)[number]

/** What a dish may be called by what it is free from. */
export type Diet = keyof typeof dietAllergens
export const diets = ['vegan', 'gluten_free'] as const satisfies readonly Diet[]
