import { t, translateAnswer } from '#contract/language.ts'
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
  /** The heading, where the specification has one; without it a refusal is shown by its message alone, because nobody made an error. */
  header?: string
  messages: readonly string[]
  children?: ReactNode
}

/**
 * The message for a failed call. Offline, nothing is wrong with what was typed: one calm sentence. A call whose answer was lost may have been done: one
 * sentence too, and no error about the form. A refusal, such as an order that the kitchen has begun with meanwhile, is one as well where it has no heading.
 */
export function FailureBanner({ error, header, messages, children }: FailureBannerProps) {
  const { kind, details } = error
  if (asksForPerson(error)) return <PersonBanner messages={messages} />
  const isRefusal = kind === 'refused'
  if (details.mayBeDone || kind === 'offline' || (isRefusal && header === undefined)) {
    return (
      <Banner
        intoView
        tone={details.mayBeDone || isRefusal ? 'error' : 'note'}
        header={messages.map((message) => translateAnswer(message)).join(' ')}
      >
        {children}
      </Banner>
    )
  }
  return (
    <Banner
      intoView
      tone="error"
      header={header ?? t('Error')}
      messages={messages}
      reference={isRefusal ? undefined : details.requestId}
    >
      {children}
    </Banner>
  )
}
