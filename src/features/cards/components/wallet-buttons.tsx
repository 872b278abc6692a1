import { t, translateAnswer } from '#contract/language.ts'
import type { ReactNode } from 'react'
import type { WalletName } from '#contract/schemas/wallet.ts'
import { useWalletPass, useWallets } from '../use-wallet.ts'
import styles from './wallet-buttons.module.css'

const names: Record<WalletName, string> = { apple: 'Apple Wallet', google: 'Google Wallet' }

/** "Add to Apple Wallet" and "Add to Google Wallet" for one card: those that this device has and the restaurant can sign passes for. */
export function WalletButtons({
  cardId,
  go = (url) => window.location.assign(url),
}: {
  cardId: string
  go?: (url: string) => void
}) {
  const { wallets, isWaiting, isOffline, isSandbox } = useWallets()
  const { add, waitsFor, added, messages } = useWalletPass(cardId, go)
  // Reserves most of the space before it is known whether it is needed, so that what is below moves little.
  if (isWaiting) return <div className={styles.room} />
  if (wallets.length === 0) return null
  const failed = !isOffline && messages.length > 0
  return (
    <div className={styles.wallets} data-screen-only="">
      <div className={styles.badges}>
        {wallets.map((wallet) => (
          <button
            key={wallet}
            type="button"
            className={styles.badge}
            disabled={isOffline}
            aria-busy={waitsFor === wallet}
            onClick={() => add(wallet)}
          >
            {marks[wallet]}
            <span className={styles.words}>
              <span className={styles.small}>{waitsFor === wallet ? t('One moment…') : t('Add to')}</span>{' '}
              <span className={styles.name}>{names[wallet]}</span>
            </span>
          </button>
        ))}
      </div>
      {/* In the page before it has text, so that screen readers announce it. */}
      <p role="status" className={failed ? styles.failed : styles.note}>
        {failed && messages.map(translateAnswer).join(' ')}
        {isOffline && t('You’re offline. Adding the card to a wallet needs a signal.')}
        {!isOffline && !failed && noteOf(added, isSandbox)}
      </p>
    </div>
  )
}

function noteOf(added: WalletName | undefined, isSandbox: boolean): string {
  if (isSandbox)
    return t('A sample pass, signed by this demo: it can be opened and checked, but phones won’t add it.')
  return added === 'apple'
    ? t('Your pass is ready. If it did not open, look among your downloads.')
    : t('The pass shows today’s balance. To update it, add the card again.')
}

/** Our own drawing: cards in a pocket. The label names the wallet. */
const marks: Record<WalletName, ReactNode> = {
  apple: (
    <svg className={styles.mark} viewBox="0 0 32 24" aria-hidden>
      <rect x="0.5" y="0.5" width="31" height="23" rx="4" fill="#1b1b1d" stroke="#fff" strokeOpacity="0.35" />
      <path d="M3 6a2 2 0 0 1 2-2h22a2 2 0 0 1 2 2v2H3z" fill="#5ab4f0" />
      <path d="M3 8.5h26v3H3z" fill="#f7c948" />
      <path d="M3 11.5h26v3H3z" fill="#63c979" />
      <path
        d="M3 14.5h9c1.2 0 1.6 2.5 4 2.5s2.8-2.5 4-2.5h9V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"
        fill="#f2604f"
      />
    </svg>
  ),
  google: (
    <svg className={styles.mark} viewBox="0 0 32 24" aria-hidden>
      <rect x="4" y="1" width="24" height="14" rx="3.5" fill="#34a853" />
      <rect x="4" y="4" width="24" height="14" rx="3.5" fill="#fbbc04" />
      <rect x="4" y="7" width="24" height="14" rx="3.5" fill="#ea4335" />
      <path
        d="M4 12.2c6 0 9.6 4 14.4 4 4 0 6-2 9.6-4.6v7.9A3.5 3.5 0 0 1 24.5 23h-17A3.5 3.5 0 0 1 4 19.5z"
        fill="#4285f4"
      />
    </svg>
  ),
}
