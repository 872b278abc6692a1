import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Sun, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatCents } from '#contract/money.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { Card } from '#contract/schemas/card.ts'
import { Barcode } from '#lib/paint/barcode.tsx'
import { Unreachable } from '#lib/paint/screen-states.tsx'
import { removeCounterFirst } from '#lib/pwa/counter-first.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'
import { useWakeLock } from '#lib/ui/use-wake-lock.ts'
import { asOfText, listForCounter, problemOf } from '../listing.ts'
import { GiftMark } from '#shared/gift-card/gift-mark.tsx'
import { useFullScreen } from '../use-full-screen.ts'
import { useSwipeNavigation } from '../use-swipe-navigation.ts'
import { useMyCards } from '../use-my-cards.ts'
import styles from './counter-screen.module.css'

/**
 * `/mycards/counter`: one card for the scanner at the counter (docs/design/offline.md, Counter mode). White in every theme, screen kept on, nothing else on the
 * screen, and drawn from what is on the device.
 */
export function CounterScreen({ cardId }: { cardId: string | undefined }) {
  const { cards, savedAt, failed, retry } = useMyCards()
  const leave = useLeave()
  return (
    <Stage onLeave={leave}>
      {cards && cards.length > 0 && (
        <Cards cards={listForCounter(cards, cardId)} cardId={cardId} savedAt={savedAt} />
      )}
      {cards?.length === 0 && (
        <div className={styles.words}>
          <h1>{t('No gift card yet')}</h1>
          <p>
            {t('A card that is given to you, or that you buy, can be shown here, even when you’re offline.')}
          </p>
        </div>
      )}
      {!cards &&
        (failed ? <Unreachable failed={failed} what={t('Your card')} onRetry={retry} /> : <Waiting />)}
    </Stage>
  )
}

/** Back to where it was opened from, or to the list after a launch directly into it. */
function useLeave(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  return () => (canGoBack ? router.history.back() : void navigate({ to: '/mycards', replace: true }))
}

/** A modal dialog over everything: the browser keeps the focus in it and closes it on Escape. */
function Stage({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    removeCounterFirst()
    // Focuses the white field, so that no focus ring is around a button that nobody has used.
    field.current?.focus()
    return () => opened?.close()
  }, [])
  // The white field, because browsers refuse to show a dialog in full screen.
  useFullScreen(field)
  useWakeLock()
  return (
    <dialog
      ref={dialog}
      className={styles.stage}
      aria-label={t('Gift card for the counter')}
      onCancel={(event) => {
        event.preventDefault()
        onLeave()
      }}
    >
      <div ref={field} className={styles.field} tabIndex={-1}>
        <button type="button" className={styles.close} aria-label={t('Close')} onClick={onLeave}>
          <X aria-hidden size={28} />
        </button>
        {children}
      </div>
    </dialog>
  )
}

function Waiting() {
  return (
    <div className={styles.words} role="status">
      <span className="visually-hidden">{t('Loading')}</span>
      <span className={styles.bone} aria-hidden />
    </div>
  )
}

function Cards({
  cards,
  cardId,
  savedAt,
}: {
  cards: readonly Card[]
  cardId: string | undefined
  savedAt: number | undefined
}) {
  const navigate = useNavigate()
  const place = Math.max(
    0,
    cards.findIndex(({ id }) => id === cardId),
  )
  const turn = (by: 1 | -1): void => {
    const next = cards[(place + by + cards.length) % cards.length]!
    if (cards.length > 1) void navigate({ to: '/mycards/counter', search: { card: next.id }, replace: true })
  }
  const swipe = useSwipeNavigation(turn)
  const card = cards[place]!
  return (
    <div className={styles.card} {...swipe}>
      <div className={styles.kind}>
        <GiftMark card={card} />
      </div>
      <Barcode value={card.card_number} label={groupCardNumber(card.card_number)} className={styles.bars} />
      <p className={`price ${styles.digits}`}>{groupCardNumber(card.card_number)}</p>
      <Balance card={card} savedAt={savedAt} />
      <p className={styles.another} role="status">
        {cardId !== undefined &&
          cardId !== card.id &&
          t('The card you opened isn’t in your account anymore. This is another one.')}
      </p>
      {cards.length > 1 && (
        <div className={styles.turn}>
          <button
            type="button"
            className={styles.arrow}
            aria-label={t('Previous card')}
            onClick={() => turn(-1)}
          >
            <ChevronLeft aria-hidden />
          </button>
          <p role="status">
            <span className="visually-hidden">{rich`Card ending in ${card.card_number.slice(-4)},`}</span>
            {rich`${place + 1} of ${cards.length}`}
          </p>
          <button type="button" className={styles.arrow} aria-label={t('Next card')} onClick={() => turn(1)}>
            <ChevronRight aria-hidden />
          </button>
        </div>
      )}
      <p className={styles.hint}>
        <Sun aria-hidden size={18} /> {t('Turn the brightness up if it does not scan.')}
      </p>
    </div>
  )
}

function Balance({ card, savedAt }: { card: Card; savedAt: number | undefined }) {
  const now = useNow()
  const timeZone = useLocationCopy()?.location.time_zone
  const problem = problemOf(card)
  const known = savedAt !== undefined && now !== undefined && timeZone !== undefined
  return (
    <p className={styles.balance}>
      <strong className="price">{formatCents(card.balance)}</strong>
      {problem !== undefined && <span className={styles.expired}>({problem})</span>}
      <span className={styles.age}>{known ? asOfText(savedAt, now, timeZone) : ''}</span>
    </p>
  )
}
