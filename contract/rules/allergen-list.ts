/** The fourteen allergens that the European Union requires on every menu (Regulation 1169/2011, annex II). They include the nine of the United States. */
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

/** What a dish with this label must be free from. */
export const dietAllergens = {
  vegan: ['milk', 'eggs', 'fish', 'crustaceans', 'mollusks'],
  gluten_free: ['gluten'],
} as const satisfies Readonly<Record<string, readonly (typeof allergens)[number][]>>

export type Allergen = (typeof allergens)[number]

/** The diets that a dish can be labelled with because of what it is free from. */
export type Diet = keyof typeof dietAllergens
export const diets = ['vegan', 'gluten_free'] as const satisfies readonly Diet[]
