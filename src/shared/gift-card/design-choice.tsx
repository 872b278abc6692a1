import { t, translateName } from '#contract/language.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { GiftArt } from './gift-art.tsx'
import styles from './gift-face.module.css'

type DesignChoiceProps = {
  designs: readonly GiftDesign[]
  value: string | undefined
  onChange: (id: string) => void
}

/** The design of a card: one question, answered by small cards that are radio buttons. */
export function DesignChoice({ designs, value, onChange }: DesignChoiceProps) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('Design')}</legend>
      <div className={styles.grid}>
        {designs.map((design) => (
          <label key={design.id} className={styles.choice}>
            <span className={styles.thumb}>
              <GiftArt design={design} />
            </span>
            <span className={styles.name}>
              <input
                type="radio"
                name="design"
                value={design.id}
                checked={design.id === value}
                onChange={() => onChange(design.id)}
              />
              {translateName(design.name)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
