import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { formatCents, numberFromCents } from '#contract/money.ts'
import { canCardPay } from '#contract/rules/card.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import { isCardOrderOffered, listRecipientProblems } from '#contract/rules/card-order.ts'
import { openRecipient, type Recipient, trimRecipient } from '#contract/rules/contact.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { PassCardBody } from '#contract/schemas/card-order.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { CardOrderTyped } from '#db/card-orders.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useCards, useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTyped, keepTyped } from '#lib/query/typed-forms.ts'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import {
  cleanRecipient,
  EmailField,
  fieldGrid,
  NameFields,
  PhoneField,
} from '#shared/forms/recipient-fields.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { GiftMessageField } from '#shared/forms/gift-message-field.tsx'
import { GiftFace, GiftNote } from '#shared/gift-card/gift-face.tsx'
import { NotOffered } from '#shared/offer-links/not-offered.tsx'
import { GiftTimeFields } from '../components/gift-time-fields.tsx'
import { useGiftTime } from '../use-gift-time.ts'

/** `/mycards/pass/{cardId}`: passes one's own card to somebody else, where the restaurant's API can do that. */
export function PassCardScreen({ cardId }: { cardId: string }) {
  const location = useLocationCopy()?.location
  return location && !location.api_extensions?.includes('gift_pass_on') ? (
    <NotOffered name={location.name} what={t('Pass This Card On')} />
  ) : (
    <PassCard cardId={cardId} />
  )
}

/** Passes the card on with its whole balance. Needs the restaurant: a card must never have two owners. */
function PassCard({ cardId }: { cardId: string }) {
  const { cards, failed, retry } = useCards()
  const location = useLocationCopy()?.location
  const card = cards?.find((one) => one.id === cardId)
  const canPass = card !== undefined && canCardPay(card)
  // From the first tap the form stays unchanged: when an answer is lost the card may already be empty, and only the same request tells.
  const [sent, setSent] = useState<Card>()
  const [wasHere, setHere] = useState(false)
  const [isLost, setLost] = useState(false)
  // Since then the cards were read again and the card is gone: it was passed on, and only the answer was lost.
  const isPassed = isLost && cards !== undefined && !canPass
  const shown = isPassed ? undefined : (sent ?? (canPass ? card : undefined))
  useLostAnswer(isPassed, () => keepTyped('pass-card', undefined))
  return (
    <>
      <PageHead title={t('Pass This Card On')} />
      {shown && location ? (
        <PassForm
          card={shown}
          onSent={(next) => {
            setSent(next)
            setHere(true)
            setLost(false)
          }}
          onLost={() => setLost(true)}
          restaurant={location.name}
          settings={location.settings}
        />
      ) : (
        <Box className="container" paddingBottom="12">
          {cards && !canPass && <NothingToPass wasHere={wasHere} isPassed={isPassed} />}
          {!cards &&
            (failed ? (
              <Unreachable failed={failed} what={t('This card')} onRetry={retry} />
            ) : (
              <Skeleton count={3} shape="row" />
            ))}
        </Box>
      )}
    </>
  )
}

/** Shown when there is nothing to pass on any more. `wasHere`: the user has just sent it and was far down in the form. `isPassed`: only the answer was lost. */
function NothingToPass({ wasHere, isPassed }: { wasHere: boolean; isPassed: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wasHere) return
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus({ preventScroll: true })
  }, [wasHere])
  return (
    <Box ref={place} tabIndex={-1} outline="none" display="grid" gap="4" justifyItems="start">
      {isPassed ? (
        <Empty>{t('It went through: the card was passed on. You’ll find it under “Gifts you sent”.')}</Empty>
      ) : (
        <>
          <Empty>{t('This isn’t one of your cards, or it is empty.')}</Empty>
          <p>{t('If you have just passed it on, you’ll find it under “Gifts you sent”.')}</p>
        </>
      )}
      <PathLink path="/mycards/sent" className="button button--solid">
        {t('Gifts you sent')}
      </PathLink>
    </Box>
  )
}

type Way = PassCardBody['type']
const ways = (): readonly { value: Way; label: string }[] => [
  { value: 'SendEmail', label: t('By email') },
  { value: 'SendText', label: t('By text message') },
]
const nothingSaved = {}

/** What is typed for a card and not sent yet, to survive a reload or a look at another page. */
type PassTyped = CardOrderTyped & { way?: Way }
function typedFor(cardId: string): PassTyped {
  const { card, ...typed } = findTyped('pass-card') ?? {}
  return card === cardId ? typed : {}
}
const keepFor = (cardId: string, changes: PassTyped): void =>
  keepTyped('pass-card', { ...typedFor(cardId), ...changes, card: cardId })

type PassFormProps = {
  card: Card
  /** The card being sent; undefined once the restaurant has refused it. */
  onSent: (card: Card | undefined) => void
  /** The answer was lost: the card may have been passed on. */
  onLost: () => void
  restaurant: string
  settings: Settings
}

function PassForm({ card, onSent, onLost, restaurant, settings }: PassFormProps) {
  const navigate = useNavigate()
  const { user } = useUser()
  const offered = ways().filter(({ value }) => isCardOrderOffered(settings, value))
  const [kept] = useState(() => typedFor(card.id))
  const keep = (changes: PassTyped): void => keepFor(card.id, changes)
  const [way, setWay] = useState<Way>(
    offered.find(({ value }) => value === kept.way)?.value ?? offered[0]?.value ?? 'SendEmail',
  )
  const typed = useTyped<keyof Recipient>(
    () => openRecipient(kept, {}),
    (recipient) => listRecipientProblems(way, recipient),
    keep,
    cleanRecipient,
  )
  const [message, setMessage] = useState(kept.personal_message ?? '')
  const when = useGiftTime({ typed: kept, snapshot: nothingSaved }, keep)
  const { passing, pass } = usePassing(card.id, {
    onRefused: () => onSent(undefined),
    onLost,
    async onDone(orderId) {
      keepTyped('pass-card', undefined)
      await navigate({ to: '/mycards/sent/$orderId', params: { orderId }, replace: true })
    },
  })
  const amount = formatCents(card.balance)
  const { design } = cardLook(card)
  const submit = (): void => {
    if (!typed.check() || !when.check()) return
    const { recipient_email, recipient_phone, ...names } = trimRecipient(typed.values)
    onSent(card)
    pass({
      type: way,
      amount: numberFromCents(card.balance),
      recipient_first_name: names.recipient_first_name,
      recipient_last_name: names.recipient_last_name,
      ...(way === 'SendEmail' ? { recipient_email } : { recipient_phone }),
      ...(message.trim() !== '' && { personal_message: message.trim() }),
      ...when.body,
    })
  }
  return (
    <TwoColumns
      label={t('The gift')}
      main={
        <LoadingOverlay busy={passing.isPending}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <Box display="grid" gap="5">
              {passing.error && <Failure error={asAppError(passing.error)} />}
              <Text color="muted">{rich`All of ${amount} goes with it, on a new card with a number of its own. It leaves your cards now; you can take it back until it is opened. This needs a connection.`}</Text>
              {offered.length > 1 && (
                <ChoiceCards
                  legend={t('How should it be sent?')}
                  name="way"
                  columns={2}
                  value={way}
                  onChange={(next) => {
                    setWay(next)
                    keep({ way: next })
                  }}
                  choices={offered}
                />
              )}
              <Box {...fieldGrid}>
                <NameFields {...typed} />
                {way === 'SendEmail' ? <EmailField {...typed} /> : <PhoneField {...typed} />}
              </Box>
              <GiftMessageField
                message={message}
                onType={(text) => {
                  setMessage(text)
                  keep({ personal_message: text })
                }}
              />
              {when.offered && <GiftTimeFields {...when} />}
              <Box display="grid" gap="3" gridTemplateColumns="auto 1fr">
                <Button
                  look="second"
                  onClick={() => void navigate({ to: '/mycards/$cardId/view', params: { cardId: card.id } })}
                >
                  {t('BACK')}
                </Button>
                <Button type="submit">{rich`PASS ON ${amount}`}</Button>
              </Box>
            </Box>
          </form>
        </LoadingOverlay>
      }
      aside={
        design && (
          <Box as="figure" aria-label={t('Your gift')} margin="0" {...transientMark}>
            <GiftFace
              design={design}
              program={card.program}
              restaurant={restaurant}
              amount={amount}
              to={typed.values.recipient_first_name.trim()}
            />
            {message.trim() !== '' && (
              <GiftNote
                message={message.trim()}
                from={`${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim()}
              />
            )}
          </Box>
        )
      }
    />
  )
}

const Failure = ({ error }: { error: AppError }) => <FailureBanner error={error} messages={explain(error)} />

/** Passes a card on. A request without an answer is repeated under the same key, so that it is done once. */
function usePassing(
  cardId: string,
  tell: { onDone: (orderId: string) => Promise<void>; onRefused: () => void; onLost: () => void },
) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const passing = useSingleMutation({
    mutationFn: async (body: PassCardBody) => {
      const services = await load()
      const { card_order } = await services.api.send(cardEndpoints.passCard, {
        params: { id: cardId },
        body,
        key: keyOf(services, body),
      })
      return card_order.id
    },
    onSuccess: tell.onDone,
    onError: (cause) => {
      const { kind, details } = asAppError(cause)
      if (kind === 'refused') tell.onRefused()
      if (details.mayBeDone) tell.onLost()
    },
    onSettled: (_, cause) => noteOutcome(cause),
  })
  return { passing, pass: passing.mutate }
}
