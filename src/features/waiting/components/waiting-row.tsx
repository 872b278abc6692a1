import type { ReactNode } from 'react'
import { t } from '#contract/language.ts'
import type { OutboxRow } from '#db/outbox.ts'
import { liveText } from '#lib/paint/marks.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { expiryOf, placeOf, reasonOf, titleOf } from '../words.ts'

/** One waiting change: what it is, since when, why, and what the person can do about it. */
export function WaitingRow({ op, onDiscard }: { op: OutboxRow; onDiscard: () => void }) {
  const now = useNow()
  const reach = useReachability()
  const zone = useLocationCopy()?.location.time_zone
  const title = titleOf(op)
  return (
    <Row title={title}>
      {now !== undefined && (
        <Text color="muted" {...liveText}>
          {agoText(op.createdAt, now)} · {reasonOf(op, reach, now)}
          {zone !== undefined && ` ${expiryOf(op, zone, now)}`}
        </Text>
      )}
      {op.sent === true && (
        <Text color="muted">
          {t('It may have reached the restaurant already, so it cannot be discarded. You can change it.')}
        </Text>
      )}
      <Box display="flex" flexWrap="wrap" gap="3">
        <PathLink path={placeOf(op)} className="button button--quiet" aria-label={t`CHANGE: ${title}`}>
          {t('CHANGE')}
        </PathLink>
        {op.sent !== true && (
          <Button look="quiet" aria-label={t`DISCARD: ${title}`} onClick={onDiscard}>
            {t('DISCARD')}
          </Button>
        )}
      </Box>
    </Row>
  )
}

/** A payment with an unknown outcome: it is checked, and never sent a second time. */
export function PaymentRow({ title, path }: { title: string; path: string }) {
  return (
    <Row title={title}>
      <Text color="muted">{t('There was no answer. We’re checking on it. You won’t be charged twice.')}</Text>
      <Box>
        <PathLink path={path} className="button button--quiet" aria-label={t`SEE: ${title}`}>
          {t('SEE')}
        </PathLink>
      </Box>
    </Row>
  )
}

const Row = ({ title, children }: { title: string; children: ReactNode }) => (
  <chakra.li display="grid" gap="2" paddingBlock="5" borderBottom="1px solid" borderColor="line">
    <chakra.h2 fontSize="lead" overflowWrap="anywhere">
      {title}
    </chakra.h2>
    {children}
  </chakra.li>
)
