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

/** The wallets that a device can have: Apple's on an iPhone, Google's on an Android phone, either at a computer. */
export function walletsOfDevice(userAgent: string, touchPoints: number): readonly WalletName[] {
  if (/android/i.test(userAgent)) return ['google']
  // An iPad identifies as a Mac, but no Mac has a touch screen.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1))
    return ['apple']
  return ['apple', 'google']
}

type WalletState = {
  /** The wallets to show; empty while unknown, and if there are none. */
  wallets: readonly WalletName[]
  isWaiting: boolean
  isOffline: boolean
  /** Some of those shown are signed by the sandbox. */
  isSandbox: boolean
}

/** The wallets of this device that the restaurant's server can sign passes for. Without a network, all that the device has. */
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

/** Requests a card's pass and opens it: a phone opens its wallet, a computer saves the file. `go` navigates away. */
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
    // `useWallets` already tells that there is no network, for as long as there is none.
    messages: error && error.kind !== 'offline' ? explain(error) : [],
  }
}

/** Throws unless the URL is a web page: an API's answer must never run as a script. */
function safeUrl(text: string): string {
  const url = new URL(text, window.location.href)
  if (url.protocol !== 'https:' && url.origin !== window.location.origin)
    throw new AppError('garbled', 'the address of a pass is no page')
  return url.href
}
