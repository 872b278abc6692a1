import { t } from '#contract/language.ts'
import { allergenNames, listWith, statementOf, statusIn } from '#contract/rules/allergens.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import { listSections, type Selection, slotName } from '#contract/pricing/selection.ts'
import { type Allergen, allergens } from '#contract/rules/allergen-list.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { ChecklistEntry, ChoiceValue, MenuItem, Section } from '#contract/schemas/menu.ts'
import { useAvoided } from '#lib/query/avoided-allergens.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import styles from './allergens.module.css'

/** What a dish contains as it is chosen now, what it is free from, and what is not known; then the same of every choice it offers. */
export function AllergenFacts({ item, selection }: { item: MenuItem; selection: Selection }) {
  const phone = useLocationCopy()?.location.phone
  const statement = statementOf(item, selection)
  const parts = listParts(item)
  return (
    <section className={styles.facts} aria-label={t('Allergens')}>
      <h2 className={styles.title}>{t('Allergens')}</h2>
      <div aria-live="polite">
        <StatementRows statement={statement} />
      </div>
      {parts.length > 0 && (
        <details>
          <summary className={styles.opener}>{t('What each choice adds')}</summary>
          <ul className={styles.parts}>
            {parts.map(({ key, name, statement: says }) => (
              <li key={key}>
                <strong>{name}</strong>: {sentenceOf(says)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={styles.note}>
        {t('Everything is made in one kitchen. With a serious allergy, please call us before you order')}
        {phone ? (
          <>
            : <a href={phoneHref(phone)}>{phone}</a>.
          </>
        ) : (
          '.'
        )}
      </p>
    </section>
  )
}

function StatementRows({ statement }: { statement: AllergenStatement | undefined }) {
  const avoided = useAvoided()
  const rows = [
    { name: t('Contains'), list: listWith(statement, 'contains'), marked: avoided },
    { name: t('Free from'), list: listWith(statement, 'free'), marked: [] },
    { name: t('Not known'), list: listWith(statement, 'unknown'), marked: avoided },
  ].filter(({ list }) => list.length > 0)
  return (
    <dl className={styles.rows}>
      {rows.map(({ name, list, marked }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {list.length === allergens.length
              ? t('all 14 allergens that we list')
              : list.map((allergen, place) => (
                  <span key={allergen}>
                    {place > 0 && ', '}
                    <Name allergen={allergen} isAvoided={marked.includes(allergen)} />
                  </span>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

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

const Name = ({ allergen, isAvoided }: { allergen: Allergen; isAvoided: boolean }) =>
  isAvoided ? <mark className={styles.avoided}>{lowerName(allergen)}</mark> : <>{lowerName(allergen)}</>

/** Beside a choice, what it does to somebody who avoids something; nothing where it is free from all of it. */
export function ChoiceAllergens({ statement }: { statement: AllergenStatement | undefined }) {
  const avoided = useAvoided()
  const words = [
    ...namesOf(avoided.filter((one) => statusIn(statement, one) === 'contains')).map(
      (names) => t`Contains ${names}`,
    ),
    ...namesOf(avoided.filter((one) => statusIn(statement, one) === 'unknown')).map(
      (names) => t`Not sure about ${names}`,
    ),
  ]
  if (words.length === 0) return null
  return <span className={styles.beside}>{words.join('. ')}</span>
}

/** All of them as one text; none: nothing. */
const namesOf = (list: readonly Allergen[]): string[] =>
  list.length === 0 ? [] : [list.map((one) => lowerName(one)).join(', ')]

const lowerName = (allergen: Allergen): string => t(allergenNames[allergen]).toLowerCase()

type Part = { key: string; name: string; statement: AllergenStatement | undefined }

/** Every choice of a dish, those under other choices, too. */
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
