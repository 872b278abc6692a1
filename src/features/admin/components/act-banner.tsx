import { Banner } from '#lib/paint/banner.tsx'

/** The last action's outcome: done, or without an answer, with what to check. */
export type ActNews = { isUnsure: boolean; text: string }

export function ActBanner({ news }: { news: ActNews | undefined }) {
  if (!news) return undefined
  const { isUnsure, text } = news
  return (
    <Banner
      intoView
      tone={isUnsure ? 'error' : 'success'}
      header={isUnsure ? 'No response' : 'Done'}
      messages={[text]}
    />
  )
}
