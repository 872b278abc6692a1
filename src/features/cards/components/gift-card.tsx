import { t, translateName } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatCents } from '#contract/money.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import type { Card } from '#contract/schemas/card.ts'
import { Barcode } from '#lib/paint/barcode.tsx'
import { GiftArt } from '#shared/gift-card/gift-art.tsx'
import { problemOf } from '../listing.ts'
import styles from './gift-card.module.css'

type GiftCardProps = { card: Card; restaurant: string; detailed?: boolean }

/** A gift card as the restaurant would print it: its name and the balance in its colors, the barcode on white below. A tap shows it at the counter. */
export const GiftCard = memo(function GiftCard({ card, restaurant, detailed = false }: GiftCardProps) {
  const ending = card.card_number.slice(-4)
  const problem = problemOf(card)
  const state = problem === undefined ? '' : ` (${problem})`
  // A card that buys nothing is gray, whatever its design.
  const { design, edge } = cardLook(problem === undefined ? card : {})
  return (
    <article
      className={styles.card}
      data-expired={problem !== undefined || undefined}
      aria-label={t`Gift card ending in ${ending}`}
    >
      <div
        className={styles.face}
        data-ink={design?.ink}
        data-picture={design?.image !== undefined || undefined}
      >
        {design && (
          <span className={styles.art}>
            <GiftArt design={design} edge={edge} atEnd />
          </span>
        )}
        <p className={styles.restaurant}>{restaurant}</p>
        <p className={styles.program}>{translateName(card.program.description)}</p>
        <p className={styles.balance}>
          <span className={styles.label}>{rich`Balance${state}`}</span>
          <span className={`price ${styles.amount}`}>{formatCents(card.balance)}</span>
        </p>
        {!detailed && (
          <Link
            to="/mycards/$cardId/view"
            params={{ cardId: card.id }}
            className={styles.view}
            aria-label={t`View card ending in ${ending}`}
          >
            {t('VIEW')}
          </Link>
        )}
      </div>
      <Link
        to="/mycards/counter"
        search={{ card: card.id }}
        className={styles.strip}
        aria-label={t`Show ${groupCardNumber(card.card_number)} at the counter`}
      >
        <Barcode value={card.card_number} label={groupCardNumber(card.card_number)} />
        <span className={`price ${styles.number}`}>{groupCardNumber(card.card_number)}</span>
      </Link>
    </article>
  )
})
