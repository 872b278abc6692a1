import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Box } from '#lib/ui/box.ts'

/** A screen that asks for one thing, as wide as that needs, with everything else beside it, or below it on a phone. */
export function NarrowPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead?: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="container">
        <Box
          display="grid"
          gap={{ base: '10', lg: '16' }}
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 560px) minmax(260px, 320px)' }}
          alignItems="start"
          paddingBottom="16"
        >
          <Box display="grid" gap="6">
            {children}
          </Box>
          {aside && (
            <Box as="aside" aria-label={t('More with gift cards')}>
              {aside}
            </Box>
          )}
        </Box>
      </div>
    </>
  )
}

/** A separate panel of such a screen. */
export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Box
      as="section"
      aria-label={title}
      display="grid"
      gap="5"
      padding={{ base: '5', md: '6' }}
      background="raised"
      border="1px solid"
      borderColor="line"
      borderRadius="m"
    >
      {title && (
        <Box as="h2" fontSize="lead">
          {title}
        </Box>
      )}
      {children}
    </Box>
  )
}
