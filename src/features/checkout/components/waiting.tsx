import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import type { Reachability } from '#lib/ports/reachability.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { sendNow } from '../requests.ts'

/** After this time (ms), unsent changes may be backing off for minutes. */
const slowAfterMs = 5000

/** Messages that must be read before anything is paid, and what records that they were. */
export type Unread = { messages: readonly string[]; onRead: () => void }

type WaitingProps = { reach: Reachability; estimated: boolean; unread: Unread | undefined }

/** Why nothing can be paid now: an unread refusal, no signal, or changes that the restaurant does not have yet. */
export function Waiting({ reach, estimated, unread }: WaitingProps) {
  if (unread)
    return (
      <Banner tone="note" header={t('Before you pay')} messages={unread.messages}>
        <Box paddingTop="2">
          <Button look="second" onClick={unread.onRead}>
            {t('OK, GOT IT')}
          </Button>
        </Box>
      </Banner>
    )
  if (reach === 'unreachable')
    return (
      <Banner
        tone="note"
        header={t('Paying needs a signal')}
        messages={[t('Your order is kept as it is. Place it when you have a signal.')]}
      />
    )
  return estimated ? <PendingChanges /> : null
}

function PendingChanges() {
  const { load } = usePortal()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const sending = useMutation({ mutationFn: async () => sendNow(await load()) })
  return (
    <Banner
      tone="note"
      header={t('One second')}
      messages={[t('Your last changes are on their way to the restaurant.')]}
    >
      {isLong && (
        <Box paddingTop="2">
          <Button
            look="second"
            aria-busy={sending.isPending}
            onClick={() => !sending.isPending && sending.mutate()}
          >
            {t('TRY NOW')}
          </Button>
        </Box>
      )}
    </Banner>
  )
}
