import { lazy, Suspense } from 'react'
import { isOn } from '#contract/rules/features.ts'
import type { Card } from '#contract/schemas/card.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useLocationCopy } from '#lib/query/location.ts'

const WalletButtons = lazy(async () => ({ default: (await import('./wallet-buttons.tsx')).WalletButtons }))

/** The buttons to add a usable card to a phone's wallet, if the restaurant offers them. */
export function AddToWallet({ card }: { card: Card }) {
  const location = useLocationCopy()?.location
  const offers =
    location?.api_extensions?.includes('wallet_pass') === true && isOn(location.settings, 'walletPasses')
  if (!offers || card.card_is_expired || card.status !== 'active') return null
  return (
    <LoadingGuard>
      <Suspense>
        <WalletButtons cardId={card.id} />
      </Suspense>
    </LoadingGuard>
  )
}
