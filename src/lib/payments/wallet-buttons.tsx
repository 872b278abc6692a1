import { t } from '#contract/language.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Cents } from '#contract/money.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { followScheme } from './follow-scheme.ts'
import type { MountedWallets, PaymentProvider, WalletListeners, WalletPayment } from './provider.ts'

type WalletButtonsProps = {
  provider: PaymentProvider | undefined
  amountCents: Cents
  /** No payment is possible at the moment. */
  locked: boolean
  /** Called on a press: whether the sheet may open. Marks the fields that are missing. */
  mayOpen?: () => boolean
  /** The text between the buttons and what follows them. */
  before: string
  onPay: (payment: WalletPayment) => void
}

/** Apple Pay, Google Pay and Link above the card's fields, where the device has one of them: nothing is typed, and one tap pays. */
export function WalletButtons({ provider, amountCents, locked, mayOpen, before, onPay }: WalletButtonsProps) {
  const business = useLocationCopy()?.location.name
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedWallets>(undefined)
  const [available, setAvailable] = useState(false)
  const [problem, setProblem] = useState<string>()
  const openedCents = useRef<Cents>(undefined)
  const [onDark, setOnDark] = useState(isDark)
  // Their look cannot be changed, they can only be created again: never while a sheet is open.
  useEffect(() => followScheme(() => openedCents.current === undefined && setOnDark(isDark())), [])
  // The provider's listeners are set once; they use the screen's current state.
  const now = useRef({ amountCents, locked, mayOpen, onPay })
  useLayoutEffect(() => {
    now.current = { amountCents, locked, mayOpen, onPay }
  })
  useEffect(() => {
    if (!provider || !place.current || business === undefined) return
    const look = { amountCents: now.current.amountCents, business, onDark }
    const listeners: WalletListeners = {
      onAvailable: setAvailable,
      mayOpen() {
        setProblem(undefined)
        openedCents.current = now.current.amountCents
        return !now.current.locked && (now.current.mayOpen?.() ?? true)
      },
      onPay(payment) {
        // The sheet showed the amount at the time of the press, and only that was agreed to.
        const isAsShown = openedCents.current === now.current.amountCents
        if (isAsShown && !now.current.locked) return now.current.onPay(payment)
        payment.failed()
        setProblem(
          isAsShown
            ? t('Your order could not be paid at that moment. Please tap again.')
            : t('Your total changed while your wallet was open. Check it, and tap again.'),
        )
      },
    }
    try {
      mounted.current = provider.mountWallets(place.current, look, listeners)
    } catch (cause) {
      // If the provider fails to mount its wallets, only they are missing, and never the card fields below.
      reportError(cause)
    }
    return () => {
      mounted.current?.unmount()
      mounted.current = undefined
      setAvailable(false)
    }
  }, [provider, business, onDark])
  useEffect(() => mounted.current?.setAmount(amountCents), [amountCents])
  return (
    <>
      {/* Beside the buttons: screen readers do not announce text in an inert part. */}
      {problem !== undefined && (
        <Banner intoView tone="error" header={t('Nothing was paid')} messages={[problem]} />
      )}
      <Box
        role="group"
        aria-label={t('Pay with a wallet')}
        display="grid"
        gap="4"
        // The provider's frame must be laid out to find out whether it has a button to show; it spans the page, because a width of its own would start at the
        // column's edge.
        {...(!available && { position: 'absolute', insetInline: 0, opacity: 0, pointerEvents: 'none' })}
        aria-hidden={!available}
        inert={!available || locked}
      >
        <Box ref={place} minHeight="48px" opacity={locked ? 0.5 : undefined} />
        <Text display="flex" alignItems="center" gap="3" color="muted" fontSize="small" {...divider}>
          {before}
        </Text>
      </Box>
    </>
  )
}

/** Pays, and tells the wallet when nothing was paid: its sheet then says so instead of waiting forever. An unknown outcome is not a failure. */
export async function paidOrFailed<R extends { state: string }>(
  wallet: WalletPayment,
  pay: () => Promise<R>,
): Promise<R> {
  try {
    const result = await pay()
    if (failures.has(result.state)) wallet.failed()
    return result
  } catch (error) {
    wallet.failed()
    throw error
  }
}

const failures = new Set(['refused', 'card-problem', 'unsent'])

const line = { content: '""', flex: '1', borderTop: '1px solid', borderColor: 'line' } as const
const divider = { _before: line, _after: line }

/** Whether the page is dark now: by its own scheme, otherwise by the device's. */
function isDark(): boolean {
  const scheme = getComputedStyle(document.documentElement).colorScheme
  return scheme === 'dark' || (scheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches)
}
