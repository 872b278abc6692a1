import type { ReactNode } from 'react'
import { t } from '#contract/language.ts'
import { observePutAside } from '#db/put-aside.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useLive } from '#lib/query/use-live.ts'
import { useNow } from '#lib/time/use-now.ts'
import { putAsideTexts, putAsideUntil } from '../words.ts'

/** Says, to whoever holds the device, that changes wait for the person who was signed in, or that they were not sent. Never whose or what they are. */
export function PutAsideNotice({ children }: { children?: ReactNode }) {
  const seen = useLive(observePutAside)
  const aside = seen.state === 'ready' ? seen.value : undefined
  const now = useNow()
  const zone = useLocationCopy()?.location.time_zone
  if (!aside || now === undefined) return null
  const until = putAsideUntil(aside, now)
  if (until === undefined)
    return (
      <Banner
        tone="error"
        header={t('Changes were not sent')}
        messages={[
          t(
            'The person who was signed in here was signed out, and did not sign in again in time. If that was you, please check your last changes and make them again.',
          ),
        ]}
      >
        {children}
      </Banner>
    )
  return (
    <Banner
      tone="note"
      header={t('Changes are waiting')}
      messages={zone === undefined ? [] : putAsideTexts(until, zone, now)}
    >
      {children}
    </Banner>
  )
}
