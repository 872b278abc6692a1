import { Banner } from '#lib/paint/banner.tsx'
import type { ReactNode } from 'react'

export type FailureBannerProps = {
  /** No answer came, since there is no network. */
  isOffline: boolean
  /** Of a real failure. */
  header: string
  messages: readonly string[]
  reference?: string | undefined
  children?: ReactNode
}

/** What became of a call that failed. Without a network nothing is wrong with what was typed: that is one calm sentence. */
export const FailureBanner = ({ isOffline, header, messages, reference, children }: FailureBannerProps) =>
  isOffline ? (
    <Banner intoView tone="note" header={messages.join(' ')}>
      {children}
    </Banner>
  ) : (
    <Banner intoView tone="error" header={header} messages={messages} reference={reference}>
      {children}
    </Banner>
  )
