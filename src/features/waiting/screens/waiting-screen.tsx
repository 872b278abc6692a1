import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { plural, t } from '#contract/language.ts'
import type { OutboxRow } from '#db/outbox.ts'
import { observePutAside } from '#db/put-aside.ts'
import { listMade, observeWaiting, type Waiting } from '#db/waiting.ts'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton } from '#lib/paint/screen-states.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useLive } from '#lib/query/use-live.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { DiscardDialog } from '../components/discard-dialog.tsx'
import { PutAside } from './put-aside.tsx'
import { PaymentRow, WaitingRow } from '../components/waiting-row.tsx'
import { paymentTitles, titleOf } from '../words.ts'

/** `/waiting`: what the restaurant has not received yet, why, and what can be done about it (docs/design/durable-changes.md). */
export function WaitingScreen() {
  const waiting = useLive(observeWaiting)
  const aside = useLive(observePutAside)
  const isLoading = waiting.state === 'loading' || aside.state === 'loading'
  return (
    <>
      <PageHead
        title={t('Waiting to be sent')}
        lead={
          aside.state === 'ready' && aside.value?.state === 'deleted'
            ? t('Changes on this device that the restaurant doesn’t have.')
            : t('Changes on this device that the restaurant doesn’t have yet. They are sent automatically.')
        }
      />
      <Box className="container" display="grid" gap="5" paddingBottom="12">
        <PutAside isList>
          <Link to="/login" state={{ from: '/waiting' }}>
            {t('LOGIN')}
          </Link>
        </PutAside>
        {isLoading && <Skeleton count={3} shape="row" />}
        {!isLoading &&
          (waiting.value ? (
            <WaitingList waiting={waiting.value} isAll={aside.value === undefined} />
          ) : (
            <Text role="alert">{t('We couldn’t check. Please try again.')}</Text>
          ))}
      </Box>
    </>
  )
}

/** `isAll`: nothing of another person waits here. */
function WaitingList({ waiting, isAll }: { waiting: Waiting; isAll: boolean }) {
  const { load } = usePortal()
  const [said, setSaid] = useState('')
  const [asking, setAsking] = useState<OutboxRow>()
  const changes = listMade(waiting.changes)
  const isEmpty = changes.length === 0 && waiting.payments.length === 0
  const sending = useSingleMutation({
    mutationFn: async () => (await load()).session.sendUnsent(),
    onSuccess: ({ length: left }) => setSaid(left === 0 ? t('Everything is sent.') : notSent(left)),
    onError: () => setSaid(t('We couldn’t check. Please try again.')),
  })
  const discarding = useSingleMutation({
    mutationFn: async (op: OutboxRow) => (await load()).discard(op.opId),
    onSuccess: (outcome, op) => {
      setAsking(undefined)
      setSaid(discardWords[outcome](titleOf(op)))
    },
  })
  const status = useRef<HTMLParagraphElement>(null)
  // A discarded change's button disappears, and SEND NOW does with the last one: focuses the message about it.
  useEffect(() => {
    if (discarding.isSuccess) status.current?.focus({ preventScroll: true })
  }, [discarding.isSuccess])
  useLostFocus(isEmpty, () => status.current)
  return (
    <>
      <Text
        ref={status}
        tabIndex={-1}
        outline="none"
        role="status"
        fontWeight={650}
        _empty={{ display: 'none' }}
      >
        {said}
      </Text>
      {isEmpty ? (
        isAll && <Empty>{t('Nothing is waiting. The restaurant has everything.')}</Empty>
      ) : (
        <>
          <Box>
            <Button
              aria-busy={sending.isPending}
              aria-disabled={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {sending.isPending ? t('SENDING…') : t('SEND NOW')}
            </Button>
          </Box>
          <chakra.ul aria-label={t('Waiting to be sent')} borderTop="1px solid" borderColor="line">
            {waiting.payments.map(({ key, of, path }) => (
              <PaymentRow key={key} title={t(paymentTitles[of])} path={path} />
            ))}
            {changes.map((op) => (
              <WaitingRow key={op.opId} op={op} onDiscard={() => setAsking(op)} />
            ))}
          </chakra.ul>
        </>
      )}
      <DiscardDialog
        title={asking && titleOf(asking)}
        failed={discarding.isError}
        busy={discarding.isPending}
        onDiscard={() => asking && discarding.mutate(asking)}
        onKeep={() => {
          discarding.reset()
          setAsking(undefined)
        }}
      />
    </>
  )
}

const notSent = (left: number): string =>
  plural(
    left,
    'One is still waiting. We’ll try again automatically.',
    '{0} are still waiting. We’ll try again automatically.',
  )

const discardWords = {
  discarded: (title: string) => t`Discarded: ${title}.`,
  left: (title: string) => t`Too late to discard: ${title} is on its way.`,
  gone: (title: string) => t`Nothing to discard: ${title} has just been sent.`,
}
