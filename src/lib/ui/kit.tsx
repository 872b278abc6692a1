import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ChakraProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { system } from '#lib/theme/system.ts'
import { AdoptedSheet } from './adopted-sheet.ts'

const cache = createCache({ key: 'kit' })
cache.sheet = new AdoptedSheet({ key: 'kit', container: document.head })

/** The kit's room: everything below it may be made of Chakra. Mounted by one pathless layout, in a chunk of its own. */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
