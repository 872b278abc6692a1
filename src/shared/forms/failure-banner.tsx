import { Banner } from '#lib/paint/banner.tsx'
import type { ReactNode } from 'react'
import { asksForPerson, PersonBanner } from './person-banner.tsx'

type FailureBannerProps = {
  /** As much of it as the words need. */
  error: {
    kind: string
    code?: string | undefined
    details: { mayBeDone?: boolean | undefined; requestId?: string | undefined }
  }
  /** Of a real failure. */
  header: string
  messages: readonly string[]
  children?: ReactNode
}

/**
 * What became of a call that failed. Without a network nothing is wrong with what was typed: that is one calm sentence. One whose answer was lost may be
 * done: that is one sentence, too, and no error of what was typed.
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
