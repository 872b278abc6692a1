import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#contract/language.ts'
import type { OutboxRow } from '#db/outbox.ts'
import { discardDeleted, type PutAside } from '#db/put-aside.ts'
import { listMade } from '#db/waiting.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { titleOf } from '../words.ts'
import { DiscardDialog } from './discard-dialog.tsx'

type DeletedNoticeProps = { aside: Extract<PutAside, { state: 'deleted' }>; isList: boolean }

/**
 * Says that the account of whoever was signed in here was deleted, and that what waits will not be sent. The dishes can be copied, to be ordered as a guest; of
 * details that were typed only the name is shown, because anybody may hold the device.
 */
export default function DeletedNotice({ aside: { waiting, wasNotSent }, isList }: DeletedNoticeProps) {
  const phone = useLocationCopy()?.location.phone
  const discarding = useDiscard()
  const changes = listMade(waiting.changes)
  const isPaying = waiting.payments.length > 0
  return (
    <>
      <Banner
        tone={wasNotSent || isPaying ? 'error' : 'note'}
        header={t('This account was deleted')}
        messages={[
          t('The account that was signed in here no longer exists, so this device was signed out.'),
          ...(wasNotSent
            ? [
                t(
                  'Changes made here did not reach the restaurant, and there is nobody left to send them for.',
                ),
              ]
            : []),
          ...(isPaying ? [unansweredText(phone)] : []),
        ]}
        {...(changes.length === 0 && !isPaying && { onDismiss: () => discarding.mutate() })}
      >
        {changes.length > 0 && !isList && <Link to="/waiting">{t('See what was not sent')}</Link>}
      </Banner>
      {changes.length > 0 && isList && <Unsent changes={changes} discarding={discarding} />}
    </>
  )
}

const unansweredText = (phone: string | undefined): string =>
  phone
    ? t`A payment made here got no answer. To find out what became of it, please call ${phone}.`
    : t('A payment made here got no answer. To find out what became of it, please ask the restaurant.')

/** The notice and its list disappear with what is discarded. */
function useDiscard() {
  const { load } = usePortal()
  return useSingleMutation({
    mutationFn: async () => {
      const { db, locationId } = await load()
      await discardDeleted(db, locationId)
    },
    onSuccess: () => focusScreen(),
  })
}

type UnsentProps = { changes: readonly OutboxRow[]; discarding: ReturnType<typeof useDiscard> }

function Unsent({ changes, discarding }: UnsentProps) {
  const [isAsking, setIsAsking] = useState(false)
  const copying = useSingleMutation({
    networkMode: 'always',
    mutationFn: () => navigator.clipboard.writeText(changes.map(lineOf).join('\n')),
  })
  return (
    <Box display="grid" gap="5">
      <chakra.ul aria-label={t('What was not sent')} display="grid" gap="2">
        {changes.map((op) => (
          <chakra.li key={op.opId} overflowWrap="anywhere">
            {lineOf(op)}
          </chakra.li>
        ))}
      </chakra.ul>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <Button look="second" onClick={() => copying.mutate()}>
          {t('COPY THE LIST')}
        </Button>
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          {t('DISCARD')}
        </Button>
        <Text role="status" color="muted">
          {copying.isSuccess && t('The list is copied.')}
          {copying.isError && t('This browser did not copy it. You can select the text instead.')}
        </Text>
      </Box>
      <DiscardDialog
        title={isAsking ? t('What was not sent') : undefined}
        failed={discarding.isError}
        busy={discarding.isPending}
        onDiscard={() => discarding.mutate()}
        onKeep={() => {
          discarding.reset()
          setIsAsking(false)
        }}
      />
    </Box>
  )
}

/** A dish with what was chosen of it. */
function lineOf(op: OutboxRow): string {
  const { change } = op
  const chosen =
    change.kind === 'item.add' || change.kind === 'item.change'
      ? change.shown.modifiers.map(({ name }) => name).filter((name) => name !== '')
      : []
  return chosen.length === 0 ? titleOf(op) : `${titleOf(op)} (${chosen.join(', ')})`
}
