import { translateName } from '#contract/language.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import type { Card } from '#contract/schemas/card.ts'
import { GiftArt } from './gift-art.tsx'
import styles from './gift-mark.module.css'

/** The kind of a card where there is no room for its face: a small card with the same look, and the name. */
export function GiftMark({ card }: { card: Pick<Card, 'design' | 'program'> }) {
  const { design, edge } = cardLook(card)
  return (
    <p className={styles.mark}>
      {design && (
        <span className={styles.small}>
          <GiftArt design={design} edge={edge} />
        </span>
      )}
      <span>{translateName(card.program.description)}</span>
    </p>
  )
}
