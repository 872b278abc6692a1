import { t } from '#contract/language.ts'
import { useEffect, useRef, useState } from 'react'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import type { PaymentSource } from '#contract/schemas/user.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { cardName } from '#shared/forms/saved-card-choice.tsx'

type RemoveCardProps = { card: PaymentSource; onRemoved: (card: PaymentSource) => void }

/** Removes a saved card at the card provider, after a confirmation (extension `saved_cards`). Needs a signal: it is never done later. */
export function RemoveCard({ card, onRemoved }: RemoveCardProps) {
  const { load } = usePortal()
  const offline = useReachability() === 'unreachable'
  const [asks, setAsks] = useState(false)
  const name = cardName(card)
  const removing = useSingleMutation({
    mutationFn: async () => {
      const { api, ids } = await load()
      // The answer is the remaining list, which is then shown everywhere (lib/query/effects.ts).
      return await api.send(accountEndpoints.removeSavedCard, { params: { id: card.id }, key: ids.uuid() })
    },
    onSuccess() {
      setAsks(false)
      onRemoved(card)
    },
  })
  const close = (): void => {
    if (removing.isPending) return
    setAsks(false)
    removing.reset()
  }
  const actions = (
    <>
      <Button disabled={offline} busy={removing.isPending} onClick={() => removing.mutate()}>
        {removing.isPending ? t('REMOVING…') : t('REMOVE THE CARD')}
      </Button>
      <Button look="second" disabled={removing.isPending} onClick={close}>
        {t('KEEP IT')}
      </Button>
    </>
  )
  return (
    <>
      <Button look="quiet" disabled={offline} aria-label={t`Remove ${name}`} onClick={() => setAsks(true)}>
        {t('Remove')}
      </Button>
      <Dialog open={asks} onClose={close} title={t`Remove ${name}?`} actions={actions}>
        {removing.error && (
          <FailureBanner
            error={asAppError(removing.error)}
            header={t('Not removed')}
            messages={explain(asAppError(removing.error))}
          />
        )}
        <Text>
          {t(
            'It won’t come up at checkout anymore. What is paid already stays paid, and you can type it in again.',
          )}
        </Text>
        {offline && <Text color="muted">{t('You can remove a card when you’re online.')}</Text>}
      </Dialog>
    </>
  )
}

/** Says that a card is gone, in place of its button, and takes the focus. Removing two cards with the same name gives two messages (`key` is the id). */
export function RemovedNote({ card }: { card: PaymentSource }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // After the dialog has closed, which returns the focus to a button that is about to disappear.
    queueMicrotask(() => place.current?.focus())
  }, [])
  return (
    <Text ref={place} role="status" tabIndex={-1} outline="none">
      {t`${cardName(card)} is removed.`}
    </Text>
  )
}
