import { t } from '#contract/language.ts'
import { listSections, slotName } from '#contract/pricing/selection.ts'
import { allergens } from '#contract/rules/allergen-list.ts'
import { listWith, lowerName } from '#contract/rules/allergens.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { ChecklistEntry, ChoiceValue, MenuItem, Section } from '#contract/schemas/menu.ts'
import styles from './allergens.module.css'

/** What each choice of a dish contains, is not known to be free from, and is free from. */
export const ChoiceFacts = ({ item }: { item: MenuItem }) => (
  <ul className={styles.parts}>
    {listParts(item).map(({ key, name, statement }) => (
      <li key={key}>
        <strong>{name}</strong>: {sentenceOf(statement)}
      </li>
    ))}
  </ul>
)

/** `contains milk, eggs; not known: soy; free from the rest.` */
function sentenceOf(statement: AllergenStatement | undefined): string {
  const [contains, unknown, free] = (['contains', 'unknown', 'free'] as const).map((status) =>
    listWith(statement, status),
  )
  if (free!.length === allergens.length) return t('none of the 14.')
  if (unknown!.length === allergens.length) return t('not known.')
  const parts = [
    contains!.length > 0 && t`contains ${contains!.map(lowerName).join(', ')}`,
    unknown!.length > 0 && t`not known: ${unknown!.map(lowerName).join(', ')}`,
    free!.length > 0 && t('free from the rest'),
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

type Part = { key: string; name: string; statement: AllergenStatement | undefined }

/** Every choice of a dish, including those that other choices open. */
const listParts = (item: MenuItem): Part[] =>
  listSections(item).flatMap(({ parent, sections }) =>
    sections.flatMap((section, place) => partsOf(section, `${parent}${place}`)),
  )

const partsOf = (section: Section, at: string): Part[] => [
  ...section.choices.flatMap((choice, number) =>
    choice.values.flatMap((value: ChoiceValue) => [
      {
        key: `${at}.${number}.${value.id}`,
        name: section.choices.length > 1 ? `${slotName(section, number)}: ${value.name}` : value.name,
        statement: value.allergens,
      },
      ...value.sections.flatMap((inner, place) => partsOf(inner, `${at}.${number}.${value.id}.${place}`)),
    ]),
  ),
  ...section.checklist.map((entry: ChecklistEntry) => ({
    key: `${at}.${entry.id}`,
    name: entry.name,
    statement: entry.allergens,
  })),
]
