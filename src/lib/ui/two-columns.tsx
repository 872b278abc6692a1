import { t } from '#contract/language.ts'
import { Box, Grid } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type BegunOrder, ofOrder } from '#lib/paint/marks.ts'

/** The form on the left, the receipt-like summary on the right; stacked on a phone. The summary stays in sight while the left side scrolls. */
export function TwoColumns({
  main,
  aside,
  label = t('Summary'),
  asideFirst = false,
  about,
}: {
  main: ReactNode
  aside: ReactNode
  label?: string
  /** On a phone, and in reading order, the right column comes first. */
  asideFirst?: boolean
  /** Both columns are about this order or cart. */
  about?: BegunOrder
}) {
  const beside = (
    <Box
      as="aside"
      aria-label={label}
      display="grid"
      gap="5"
      position={{ lg: 'sticky' }}
      top="120px"
      gridColumn={{ lg: '2' }}
      gridRow={{ lg: '1' }}
    >
      {aside}
    </Box>
  )
  return (
    <Grid
      {...(about && ofOrder(about))}
      className="container"
      gap={{ base: '8', lg: '16' }}
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(300px, 1fr)' }}
      alignItems="start"
      paddingBottom="12"
    >
      {asideFirst && beside}
      <Box display="grid" gap="6" gridColumn={{ lg: '1' }} gridRow={{ lg: '1' }}>
        {main}
      </Box>
      {!asideFirst && beside}
    </Grid>
  )
}
