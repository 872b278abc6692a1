import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import type { Content, ContentName } from '#contract/schemas/content.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useContent } from '#lib/query/content.ts'

type ContentPageProps<N extends ContentName> = {
  name: N
  /** The page's title where the restaurant has not named it, and while nothing is known about it. */
  title: string
  /** The restaurant's own header. */
  headerOf?: (content: Content<N>) => string | undefined
  children: (content: Content<N> | undefined, copy: LocationCopy) => ReactNode
}

/** The frame of every content page: its header, and what is shown while the content is missing. */
export function ContentPage<N extends ContentName>({ name, title, headerOf, children }: ContentPageProps<N>) {
  const page = useContent(name)
  const header = page.state === 'ready' && page.content && headerOf?.(page.content)
  return (
    <>
      <PageHead title={header || title} />
      {page.state === 'ready' ? (
        children(page.content, page.copy)
      ) : (
        <div className="container">
          {page.state === 'loading' && <Skeleton count={3} shape="row" />}
          {page.state === 'failed' && (
            <Unreachable failed={page.failed} what={t('This page')} onRetry={page.retry} />
          )}
        </div>
      )}
    </>
  )
}
