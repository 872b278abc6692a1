import { t } from '#contract/language.ts'
import { lazy, useState, Suspense } from 'react'
import { type AllergenStatus, listWith, lowerName, statementOf, statusIn } from '#contract/rules/allergens.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { Selection } from '#contract/pricing/selection.ts'
import { type Allergen, allergens } from '#contract/rules/allergen-list.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'
import styles from './allergens.module.css'

/** Few read it, and only after a tap, so it is loaded then. */
const ChoiceFacts = lazy(async () => ({ default: (await import('./choice-facts.tsx')).ChoiceFacts }))

/** What a dish as chosen contains, what it is free from, and what is not known; then the same for every choice that it offers. */
export function AllergenFacts({ item, selection }: { item: MenuItem; selection: Selection }) {
  const phone = useLocationCopy()?.location.phone
  const statement = statementOf(item, selection)
  const [isOpened, setOpened] = useState(false)
  return (
    <section className={styles.facts} aria-label={t('Allergens')}>
      <h2 className={styles.title}>{t('Allergens')}</h2>
      <div aria-live="polite">
        <StatementRows statement={statement} />
      </div>
      {item.custom_options.length + item.additional_items.length > 0 && (
        <details
          // Somebody may have opened it before the scripts ran.
          ref={(details) => void (details?.open && setOpened(true))}
          onToggle={() => setOpened(true)}
        >
          <summary className={styles.opener}>{t('What each choice adds')}</summary>
          {isOpened && (
            <LoadingGuard>
              <Suspense>
                <ChoiceFacts item={item} />
              </Suspense>
            </LoadingGuard>
          )}
        </details>
      )}
      <p className={styles.note}>
        {t(
          'Everything is made in one kitchen. If you have a serious allergy, please call us before you order',
        )}
        {phone && (
          <>
            : <a href={phoneHref(phone)}>{phone}</a>
          </>
        )}
        .
      </p>
    </section>
  )
}

function StatementRows({ statement }: { statement: AllergenStatement | undefined }) {
  const { uneaten } = useDietaryNeeds()
  const rows = [
    { name: t('Contains'), list: listWith(statement, 'contains'), marked: uneaten },
    { name: t('Free from'), list: listWith(statement, 'free'), marked: [] },
    { name: t('Not known'), list: listWith(statement, 'unknown'), marked: uneaten },
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

const Name = ({ allergen, isAvoided }: { allergen: Allergen; isAvoided: boolean }) =>
  isAvoided ? <mark className={styles.avoided}>{lowerName(allergen)}</mark> : <>{lowerName(allergen)}</>

/** Below a choice, or for a dish as chosen: the avoided allergens in it; nothing where it is free from all of them. */
export function NotEatenWords({ statement }: { statement: AllergenStatement | undefined }) {
  const { avoided, uneaten } = useDietaryNeeds()
  const namesWith = (list: readonly Allergen[], status: AllergenStatus): string =>
    list
      .filter((one) => statusIn(statement, one) === status)
      .map(lowerName)
      .join(', ')
  const contained = namesWith(uneaten, 'contains')
  const unknown = namesWith(avoided, 'unknown')
  const words = [
    contained && t`Contains ${contained}.`,
    unknown && t`Not sure about ${unknown}: please ask us.`,
  ]
    .filter(Boolean)
    .join(' ')
  return words && <span className={styles.beside}>{words}</span>
}
