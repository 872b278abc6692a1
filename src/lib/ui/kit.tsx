import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ChakraProvider } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { system } from '#lib/theme/system.ts'
import { AdoptedSheet } from './adopted-sheet.ts'

const makeCache = (): EmotionCache => createCache({ key: 'kit' })

/** In a browser there is one cache for all screens. Where the server makes pages, each page has its own: its rules are written into the markup, once. */
const browserCache = typeof document === 'undefined' ? undefined : withSheet(makeCache())

function withSheet(cache: EmotionCache): EmotionCache {
  cache.sheet = new AdoptedSheet({ key: 'kit', container: document.head })
  return cache
}

/** The kit's provider: everything below it may use Chakra. Mounted by one pathless layout, in a chunk of its own. */
export function Kit({ children }: { children: ReactNode }) {
  const [cache] = useState(() => browserCache ?? makeCache())
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
