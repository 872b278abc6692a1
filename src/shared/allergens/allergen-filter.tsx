import { type Message, t } from '#contract/language.ts'
import { lazy, Suspense } from 'react'
import { allergenNames, dietNames } from '#contract/rules/allergens.ts'
import { allergens } from '#contract/rules/allergen-list.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { keepAvoided } from '#lib/query/avoided-allergens.ts'
import { keepDiets } from '#lib/query/chosen-diets.ts'
import type { DietaryInfo } from '#lib/query/menu-book.ts'
import styles from './allergens.module.css'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'
import { dietaryNeedsText } from './dietary-needs-text.ts'

/** Loaded only for guests who filter dishes. */
const LeftOut = lazy(async () => ({ default: (await import('./avoided-note.tsx')).LeftOut }))

/**
 * The guest's dietary needs, chosen once for every menu on this device. Nothing where the restaurant states nothing to choose by. `left`: how many dishes match
 * here, of how many; undefined where that is unknown.
 */
export function AllergenFilter({
  info,
  left,
  of: all,
}: {
  info: DietaryInfo
  left: number | undefined
  of: number
}) {
  const { tellsAllergens, diets } = info
  const needs = useDietaryNeeds(info)
  const isOn = needs.uneaten.length > 0
  if (!tellsAllergens && diets.length === 0) return null
  return (
    <div className="container">
      <details className={styles.filter}>
        <summary className={styles.opener}>{isOn ? dietaryNeedsText(needs) : titleOf(info)}</summary>
        <Choices legend={t('Diets')} all={diets} names={dietNames} chosen={needs.diets} keep={keepDiets} />
        <Choices
          legend={t('Show only dishes without')}
          all={tellsAllergens ? allergens : []}
          names={allergenNames}
          chosen={needs.avoided}
          keep={keepAvoided}
        />
      </details>
      <p role="status" className={styles.left}>
        {isOn && (
          <LoadingGuard>
            <Suspense>
              <LeftOut left={left} of={all} />
            </Suspense>
          </LoadingGuard>
        )}
      </p>
    </div>
  )
}

const titleOf = ({ tellsAllergens, diets }: DietaryInfo): string =>
  [diets.length > 0 && t('Diets'), tellsAllergens && t('Allergens')].filter(Boolean).join(' · ')

function Choices<Word extends string>({
  legend,
  all,
  names,
  chosen,
  keep,
}: {
  legend: string
  all: readonly Word[]
  names: Readonly<Record<Word, Message>>
  chosen: readonly Word[]
  keep: (list: readonly Word[]) => void
}) {
  if (all.length === 0) return null
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {all.map((word) => (
        <label key={word} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(word)}
            onChange={({ target }) =>
              keep(all.filter((one) => (one === word ? target.checked : chosen.includes(one))))
            }
          />
          {t(names[word])}
        </label>
      ))}
    </fieldset>
  )
}
