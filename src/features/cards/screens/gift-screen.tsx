import { t, translateAnswer } from '#contract/language.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { findCardNumber, groupCardNumber } from '#contract/rules/card.ts'
import { isLinkable, isOn } from '#contract/rules/features.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import type { Card, EgiftAnswer } from '#contract/schemas/card.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { rich } from '#lib/paint/rich.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { AddToWallet } from '../components/add-to-wallet.tsx'
import { GiftFace } from '#shared/gift-card/gift-face.tsx'
import { NarrowPage, Panel } from '../components/narrow-page.tsx'
import { ProofCheck } from '../components/proof-check.tsx'
import { RequestError } from '../components/request-error.tsx'
import { HomeLink, ClaimedGiftNote, ClaimedGiftAction } from '../components/claimed-gift.tsx'
import { useGift } from '../queries.ts'
import { useImport } from '../use-import.ts'

const covered = '•••• •••• •••• ••••'

/** `/gift/{cardId}`: a gift card that somebody received a link to. Whoever has the link has the card, so nothing of it is stored on the device. */
export function GiftScreen({ cardId }: { cardId: string }) {
  const { value: gift, failed, retry } = useGift(cardId)
  const unknown = failed?.code === 'not_found'
  const phone = useLocationCopy()?.location.phone
  return (
    <NarrowPage title={unknown ? t('Gift card') : t('A gift card for you')}>
      {gift && (
        <Gift
          card={gift.card}
          said={gift.success_message}
          problem={gift.error?.message ?? (gift.has_error ? t('This gift card cannot be used.') : undefined)}
        />
      )}
      {unknown && (
        <>
          <Banner
            tone="error"
            header={t('Error')}
            messages={[t('This link doesn’t work. Check that you copied all of it.')]}
          />
          {phone !== undefined && (
            <p>
              {rich`Please ask whoever sent it to send you the link again, or call ${wholePhones(phone)}.`}
            </p>
          )}
          <HomeLink />
        </>
      )}
      {!gift && !unknown && failed?.kind === 'refused' && (
        <Banner tone="error" header={t('Error')} messages={explain(failed)} />
      )}
      {!gift && failed?.kind !== 'refused' && (
        <LoadingOrFailed failed={failed} what={t('This gift')} isKept={false} onRetry={retry} />
      )}
    </NarrowPage>
  )
}

type GiftProps = {
  card: Card
  /** The restaurant's message about it. */
  said: EgiftAnswer['success_message']
  problem: string | undefined
}

function Gift({ card, said, problem }: GiftProps) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  const { design } = cardLook(card)
  const isOpen = findCardNumber(card.card_number) !== undefined
  // Both come without the card's number.
  const isVoid = problem !== undefined && !isOpen && card.status === 'disabled'
  const isClaimed = problem !== undefined && !isOpen && !isVoid
  return (
    <>
      {said && problem === undefined && (
        <Banner
          tone="success"
          header={translateAnswer(said.header).toUpperCase()}
          messages={[said.message]}
        />
      )}
      {problem !== undefined &&
        (isClaimed ? (
          <ClaimedGiftNote card={card} said={problem} />
        ) : (
          <Banner tone="error" header={t('Error')} messages={[problem]} />
        ))}
      <Panel>
        {design ? (
          <div data-in-color="">
            <GiftFace
              design={design}
              program={card.program}
              restaurant={restaurant}
              {...(isOpen && { amount: formatCents(card.balance) })}
            />
          </div>
        ) : (
          <CardPicture card={card} />
        )}
        <chakra.dl display="grid" gap="4">
          <Fact name={t('CARD NUMBER')}>
            <CardNumber number={card.card_number} />
          </Fact>
          {/* A used link tells neither number nor amount. */}
          {isOpen && (
            <Fact name={t('GIFT AMOUNT')}>
              <chakra.span
                className="price"
                fontFamily="display"
                fontWeight="var(--h-display-weight)"
                fontSize="head"
                lineHeight="1"
              >
                {formatCents(card.balance)}
              </chakra.span>
            </Fact>
          )}
          {card.from_name && <Fact name={t('FROM')}>{card.from_name}</Fact>}
          {card.has_expiration_date && card.pretty_expiration_date && (
            <Fact name={t('EXPIRES')}>{translateAnswer(card.pretty_expiration_date)}</Fact>
          )}
          {card.personal_message && (
            <Fact name={t('MESSAGE')}>
              {/* As written: with its line breaks and its own text direction. */}
              <chakra.span
                dir="auto"
                display="block"
                whiteSpace="pre-line"
                fontFamily="display"
                fontSize="lead"
              >
                {card.personal_message}
              </chakra.span>
            </Fact>
          )}
        </chakra.dl>
      </Panel>
      {isClaimed && <ClaimedGiftAction card={card} />}
      {isVoid && <HomeLink />}
      {!isClaimed && !isVoid && <Actions card={card} usable={problem === undefined} />}
      {/* Below the other buttons: it appears later and must not move them under a finger. */}
      {problem === undefined && <AddToWallet card={card} />}
    </>
  )
}

function CardPicture({ card }: { card: Card }) {
  const [gone, setGone] = useState(false)
  const { image, description } = card.program
  if (gone || !(isOwnPath(image) || image.startsWith('https://'))) return null
  return (
    <chakra.img
      src={image}
      alt={description}
      width="640"
      height="400"
      decoding="async"
      onError={() => setGone(true)}
      maxWidth="100%"
      borderRadius="m"
      background="sunken"
    />
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <chakra.dt fontSize="small" color="muted" letterSpacing="0.04em">
        {name}
      </chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </Box>
  )
}

/** Hidden until a deliberate tap: links are opened on trains and in meetings. */
function CardNumber({ number }: { number: string }) {
  const [shown, setShown] = useState(false)
  // The card of a used link comes without its number: there is nothing to reveal.
  if (findCardNumber(number) === undefined) return <span className="price">{number}</span>
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4">
      <chakra.span className="price" fontSize="lead" letterSpacing="0.04em" aria-live="polite">
        {shown ? groupCardNumber(number) : <span aria-label={t('hidden')}>{covered}</span>}
      </chakra.span>
      <Button look="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t('HIDE') : t('REVEAL')}
      </Button>
    </Box>
  )
}

type Copied = 'no' | 'yes' | 'refused'

function Actions({ card, usable }: { card: Card; usable: boolean }) {
  const location = useLocationCopy()?.location
  const canImport = location !== undefined && isOn(location.settings, 'importCard')
  const navigate = useNavigate()
  const session = useSession()
  const hasList = location !== undefined && isLinkable(location.settings, '/mycards')
  const [copied, setCopied] = useState<Copied>('no')
  const request = useImport(
    () => ({ card_number: card.card_number }),
    () => undefined,
  )
  const applied = request.answer !== undefined
  const off = applied || !usable
  const apply = (): void => {
    if (session.state === 'user') return request.send(undefined)
    const path = `/gift/${card.id}`
    keepPreviousPath(path)
    void navigate({ to: '/login', state: { from: path } })
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(card.card_number)
      setCopied('yes')
    } catch {
      setCopied('refused')
    }
  }
  return (
    <Box data-screen-only="" display="grid" gap="5">
      <RequestError request={request} />
      {request.answer && (
        <Banner
          // The pressed button is disabled from now on.
          intoView="focus"
          tone="success"
          header={translateAnswer(request.answer.success_message.header).toUpperCase()}
          messages={[request.answer.success_message.message]}
        >
          {hasList && <Link to="/mycards">{t('VIEW MY GIFT CARDS')}</Link>}
        </Banner>
      )}
      {request.wantsProof && <ProofCheck key={request.proofRound} giveProof={request.giveProof} />}
      {canImport && (
        <Action
          text={t`Keep the card in your account at ${location.name}. It then pays for online orders, and your phone shows it even when you’re offline.`}
        >
          <Button
            full
            busy={request.busy}
            disabled={off || request.lacksProof || session.state === 'loading'}
            onClick={apply}
          >
            {request.busy ? t('ONE MOMENT…') : t('APPLY TO ACCOUNT')}
          </Button>
        </Action>
      )}
      <Action text={t('Copy the number to pay with it as a guest. Whoever has the number has the card.')}>
        <Button look="second" full disabled={off} onClick={() => void copy()}>
          {t('COPY CARD NUMBER')}
        </Button>
        <Text
          role="status"
          fontSize="small"
          minHeight="1.5em"
          color={copied === 'refused' ? 'danger' : 'muted'}
        >
          {copied === 'yes' && t('Card number copied to clipboard!')}
          {copied === 'refused' &&
            t('This browser does not let the page copy. Reveal the number and copy it by hand.')}
        </Text>
      </Action>
    </Box>
  )
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 240px) minmax(0, 1fr)' }}
      columnGap="5"
      rowGap="2"
      alignItems="start"
    >
      <Box>{children}</Box>
      <Text color="muted">{text}</Text>
    </Box>
  )
}
