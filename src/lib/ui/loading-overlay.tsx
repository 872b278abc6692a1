import { t } from '#contract/language.ts'
import { Box, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/**
 * Content while one of its actions is in progress: dimmed and inactive, with a text over it (specification §4: a loading overlay). The focus stays where it is.
 */
export function LoadingOverlay({
  busy,
  words = t('One second…'),
  children,
}: {
  busy: boolean
  words?: string
  children: ReactNode
}) {
  return (
    <Box position="relative" aria-busy={busy}>
      <Box opacity={busy ? 0.45 : 1} pointerEvents={busy ? 'none' : 'auto'} transition="opacity 120ms">
        {children}
      </Box>
      <Box
        role="status"
        position="absolute"
        insetInline="0"
        top="0"
        display="grid"
        justifyItems="center"
        pointerEvents="none"
      >
        {busy && (
          <Text
            background="ink"
            color="surface"
            paddingInline="4"
            paddingBlock="2"
            borderRadius="s"
            fontWeight={600}
          >
            {words}
          </Text>
        )}
      </Box>
    </Box>
  )
}
