import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { walletEndpoints } from '#contract/endpoints/wallets.ts'
import type { WalletName } from '#contract/schemas/wallet.ts'
import { AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { answerQuery } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'

/** The wallets that a device can have: an iPhone has Apple's, an Android phone Google's, at a computer one has either. */
export function walletsOfDevice(userAgent: string, touchPoints: number): readonly WalletName[] {
  if (/android/i.test(userAgent)) return ['google']
  // An iPad calls itself a Mac, and no Mac has a touch screen.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1))
    return ['apple']
  return ['apple', 'google']
}

type WalletState = {
  /** Those to show; empty while nobody knows, and where there are none. */
  wallets: readonly WalletName[]
  isWaiting: boolean
  isOffline: boolean
  /** Of those shown, some are signed by the sandbox. */
  isSandbox: boolean
}

/** What a restaurant's server signs for, of what this device has. Without a network it is what the device has. */
export function useWallets(): WalletState {
  const { load, facts } = usePortal()
  const { data, error, isPending, refetch } = useQuery(
    answerQuery(load, [...keys.location(facts.host.locationId), 'wallets'], ({ api }) =>
      api.send(walletEndpoints.listWallets),
    ),
  )
  const isReachable = useReachability() === 'reachable'
  const failedOffline = error !== null && ['offline', 'timeout'].includes(error.kind)
  useEffect(() => {
    if (isReachable && failedOffline) void refetch()
  }, [isReachable, failedOffline, refetch])
  const own = walletsOfDevice(navigator.userAgent, navigator.maxTouchPoints)
  const offered = data?.wallets ?? (failedOffline ? own : [])
  const wallets = own.filter((one) => offered.includes(one))
  return {
    wallets,
    isWaiting: isPending,
    isOffline: !isReachable || (data === undefined && failedOffline),
    isSandbox: wallets.some((one) => data?.sandbox.includes(one)),
  }
}

/** Asks for a card's pass and goes there: a phone opens its wallet, a computer keeps the file. `go` is how the page is left. */
export function useWalletPass(cardId: string, go: (url: string) => void) {
  const { load } = usePortal()
  const asking = useSingleMutation({
    async mutationFn(wallet: WalletName) {
      const { api } = await load()
      const { url } = await api.send(walletEndpoints.getWalletPass, {
        params: { id: cardId },
        query: { wallet },
      })
      go(safeUrl(url))
      return wallet
    },
  })
  const error = asking.error ? asAppError(asking.error) : undefined
  return {
    add: (wallet: WalletName): void => asking.mutate(wallet),
    waitsFor: asking.isPending ? asking.variables : undefined,
    added: asking.data,
    // That there is no network is said while there is none (`useWallets`), and no longer.
    messages: error && error.kind !== 'offline' ? explain(error) : [],
  }
}

/** Throws for an address that is no page: what an API answers is never run as a script. */
function safeUrl(text: string): string {
  const url = new URL(text, window.location.href)
  if (url.protocol !== 'https:' && url.origin !== window.location.origin)
    throw new AppError('garbled', 'the address of a pass is no page')
  return url.href
}
