import { t } from '#contract/language.ts'
import { CircleAlert } from 'lucide-react'
import { allergenNames } from '#contract/rules/allergens.ts'
import { allergens } from '#contract/rules/allergen-list.ts'
import { keepAvoided, useAvoided } from '#lib/query/avoided-allergens.ts'
import styles from './allergens.module.css'
import { leftText, withoutText } from './without-text.ts'

/** What somebody does not eat, chosen once for every menu of this device. `left`: how many dishes that leaves here, of how many; undefined where that is not known. */
export function AllergenFilter({ left, of: all }: { left: number | undefined; of: number }) {
  const avoided = useAvoided()
  return (
    <div className="container">
      <details className={styles.filter}>
        <summary className={styles.opener}>
          <CircleAlert aria-hidden size={18} />
          <span>{avoided.length === 0 ? t('Allergens') : withoutText(avoided)}</span>
        </summary>
        <fieldset className={styles.choices}>
          <legend>{t('Show only dishes without')}</legend>
          {allergens.map((allergen) => (
            <label key={allergen} className={styles.choice}>
              <input
                type="checkbox"
                checked={avoided.includes(allergen)}
                onChange={({ target }) =>
                  keepAvoided(
                    target.checked
                      ? allergens.filter((one) => one === allergen || avoided.includes(one))
                      : avoided.filter((one) => one !== allergen),
                  )
                }
              />
              {t(allergenNames[allergen])}
            </label>
          ))}
        </fieldset>
        {avoided.length > 0 && (
          <button type="button" className="button button--quiet" onClick={() => keepAvoided([])}>
            {t('Show every dish')}
          </button>
        )}
      </details>
      <p role="status" className={styles.left}>
        {avoided.length > 0 &&
          left !== undefined &&
          `${leftText({ left, of: all })} ${t('A dish the restaurant is not sure about is left out. Each dish says which of its choices fit.')}`}
      </p>
    </div>
  )
}
