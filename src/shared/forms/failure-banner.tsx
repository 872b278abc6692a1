import { Banner } from '#lib/paint/banner.tsx'
import type { ReactNode } from 'react'
import { asksForPerson, PersonBanner } from './person-banner.tsx'

type FailureBannerProps = {
  /** The fields of the error that the texts need. */
  error: {
    kind: string
    code?: string | undefined
    details: { mayBeDone?: boolean | undefined; requestId?: string | undefined }
  }
  /** The heading for a real failure. */
  header: string
  messages: readonly string[]
  children?: ReactNode
}

/**
 * The message for a failed call. Offline, nothing is wrong with what was typed: one calm sentence. A call whose answer was lost may have been done: one
 * sentence too, and no error about the form.
 */
export function FailureBanner({ error, header, messages, children }: FailureBannerProps) {
  const { kind, details } = error
  if (asksForPerson(error)) return <PersonBanner messages={messages} />
  if (details.mayBeDone || kind === 'offline') {
    return (
      <Banner intoView tone={details.mayBeDone ? 'error' : 'note'} header={messages.join(' ')}>
        {children}
      </Banner>
    )
  }
  return (
    <Banner
      intoView
      tone="error"
      header={header}
      messages={messages}
      reference={kind === 'refused' ? undefined : details.requestId}
    >
      {children}
    </Banner>
  )
}
