import { t, translateName } from '#contract/language.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import type { CardProgram } from '#contract/schemas/card.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { GiftArt } from './gift-art.tsx'
import styles from './gift-face.module.css'

type GiftFaceProps = {
  design: GiftDesign
  /** The kind of card. Left out where it is shown beside the face. */
  program?: Pick<CardProgram, 'design' | 'description'> | null | undefined
  /** The restaurant's name. */
  restaurant: string
  /** Currency text. */
  amount?: string | undefined
  /** The recipient's name. */
  to?: string | undefined
  /** Whether the design is described to screen readers. */
  isNamed?: boolean
}

/** The front of a gift card: the restaurant's name in its own typeface, the design, the kind, the recipient and the amount. It fills the space it is given. */
export function GiftFace({ design, program, restaurant, amount, to, isNamed = true }: GiftFaceProps) {
  const { edge } = cardLook({ design, program })
  return (
    <div className={styles.face} data-ink={design.ink} data-picture={design.image !== undefined || undefined}>
      <GiftArt design={design} edge={edge} named={isNamed} />
      <div className={styles.words}>
        <div>
          <p className={styles.restaurant}>{restaurant}</p>
          {program && <p className={styles.kind}>{translateName(program.description)}</p>}
        </div>
        <div className={styles.foot}>
          <div className={styles.said}>
            {to !== undefined && to !== '' && <p className={styles.to}>{t`For ${to}`}</p>}
            <p className={styles.title}>{translateName(design.words)}</p>
          </div>
          {amount !== undefined && <p className={`price ${styles.amount}`}>{amount}</p>}
        </div>
      </div>
    </div>
  )
}

/** A card's message and its sender, as a note beside the card. */
export function GiftNote({ message, from }: { message: string; from?: string | undefined }) {
  return (
    <blockquote className={styles.note}>
      <p dir="auto" className={styles.message}>
        {message}
      </p>
      {from !== undefined && from !== '' && <footer className={styles.from}>{from}</footer>}
    </blockquote>
  )
}
