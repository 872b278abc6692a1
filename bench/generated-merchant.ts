import type { MenuFile, OptionsFile } from '#server/import/file-schemas.ts'
import type * as z from 'zod/mini'

/** A restaurant with a menu of any size, in the format of merchants/: always the same for the same number of dishes. */

type Written<T extends z.ZodMiniType> = z.input<T>
type GeneratedMenu = Written<typeof MenuFile>

/** The parts of an existing restaurant that a generated one is made from. */
type Base = {
  host: Record<string, unknown>
  location: Record<string, unknown>
  /** The names of its pictures. */
  pictures: readonly string[]
}

export type GeneratedMerchant = {
  label: string
  /** Every file of its folder by name, except pictures. */
  files: Record<string, unknown>
  menus: readonly GeneratedMenu[]
}

const label = 'generated'
const perCategory = 25
const categoriesPerMenu = 20

const ways = [
  'Grilled',
  'Braised',
  'Roasted',
  'Smoked',
  'Pickled',
  'Fried',
  'Poached',
  'Charred',
  'Baked',
  'Chilled',
]
const mains = [
  'chicken',
  'trout',
  'eggplant',
  'lamb',
  'squid',
  'mushroom',
  'pork',
  'cauliflower',
  'beef',
  'lentil',
  'halibut',
  'pumpkin',
  'duck',
]
const sides = [
  'lemon',
  'fennel',
  'chili',
  'capers',
  'thyme',
  'almonds',
  'yogurt',
  'sesame',
  'anchovy',
  'honey',
  'mint',
]
const kinds = [
  'Starters',
  'Salads',
  'Soups',
  'Noodles',
  'Rice',
  'From the grill',
  'From the oven',
  'Fish',
  'Meat',
  'Vegetables',
]
const ofPlants: readonly string[] = ['gluten', 'sesame', 'soy', 'tree_nuts']
const contained = ['gluten', 'milk', 'eggs', 'fish', 'sesame', 'soy', 'tree_nuts'] as const

/** A sequence of pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const options: Written<typeof OptionsFile> = {
  size: {
    name: 'Size',
    choices: [
      {
        required: true,
        values: [
          { id: 'size-small', name: 'Small', default: true, allergens: 'none' },
          { id: 'size-large', name: 'Large', price: '5.00', allergens: 'none' },
        ],
      },
    ],
  },
  side: {
    name: 'On the side',
    choices: [
      {
        required: true,
        values: [
          { id: 'side-fries', name: 'Fries', default: true, allergens: 'none' },
          { id: 'side-bread', name: 'Bread', allergens: { contains: ['gluten'], free_from: 'others' } },
          { id: 'side-greens', name: 'Greens', price: '1.50', allergens: 'none' },
        ],
      },
    ],
  },
  extras: {
    name: 'Extras',
    checklist: [
      {
        id: 'extra-cheese',
        name: 'Cheese',
        price: '2.00',
        allergens: { contains: ['milk'], free_from: 'others' },
      },
      {
        id: 'extra-egg',
        name: 'Fried egg',
        price: '2.50',
        allergens: { contains: ['eggs'], free_from: 'others' },
      },
      { id: 'extra-chili', name: 'Chili', price: '0.50', allergens: 'none' },
    ],
  },
}

/**
 * The files of a restaurant with this many dishes (at least one): menus of up to 500, in categories of 25, each dish with a price, a picture, choices and
 * allergens.
 */
export function generateMerchant(dishes: number, { host, location, pictures }: Base): GeneratedMerchant {
  const random = randomFrom(dishes)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const dish = (nth: number) => {
    const [way, main, side, allergen] = [pick(ways), pick(mains), pick(sides), pick(contained)]
    return {
      external_id: `dish-${nth}`,
      // The number makes every dish's name unique, to be found by.
      name: `${way} ${main} with ${side}, no. ${nth}`,
      description: `${way} over oak, with ${side} and ${pick(sides)}; ${pick(ways).toLowerCase()} ${pick(mains)} jus.`,
      price: `${8 + Math.floor(random() * 30)}.${pick(['00', '50'])}`,
      ...(pictures.length > 0 && { pictures: [pick(pictures)] }),
      vegan: ofPlants.includes(allergen) && random() < 0.4,
      allergens: { contains: [allergen], free_from: 'others' as const },
      options: random() < 0.7 ? ['size', 'side', 'extras'] : [],
    }
  }
  const countIn = (from: number, most: number, all: number) => Math.min(most, all - from)
  const menus = Array.from(
    { length: Math.ceil(dishes / (perCategory * categoriesPerMenu)) },
    (_, m): GeneratedMenu => {
      const first = m * perCategory * categoriesPerMenu
      const inMenu = countIn(first, perCategory * categoriesPerMenu, dishes)
      return {
        external_id: `menu-${m + 1}`,
        name: `Menu ${m + 1}`,
        description: `What the kitchen has, part ${m + 1}.`,
        ...(pictures.length > 0 && { picture: pick(pictures) }),
        categories: Array.from({ length: Math.ceil(inMenu / perCategory) }, (_, c) => ({
          external_id: `category-${c + 1}`,
          name: `${kinds[c % kinds.length]!} ${c + 1}`,
          description: `Made to order, ${c + 1}.`,
          ...(pictures.length > 0 && { picture: pick(pictures) }),
          items: Array.from({ length: countIn(c * perCategory, perCategory, inMenu) }, (_, i) =>
            dish(first + c * perCategory + i + 1),
          ),
        })),
      }
    },
  )
  const files: Record<string, unknown> = {
    'host.json': {
      ...host,
      hosts: [`${label}.localhost`],
      organizationId: `org-${label}`,
      locationId: `${label}-1`,
      adminURL: `http://${label}.localhost:8080`,
    },
    'location.json': { ...location, house_favorites: [] },
    'options.json': options,
  }
  for (const [at, menu] of menus.entries())
    files[`menus/${String(at + 1).padStart(2, '0')}-${menu.external_id}.json`] = menu
  return { label, files, menus }
}
