import { t } from '#contract/language.ts'
import { isOn } from '#contract/rules/features.ts'
import { rich } from '#lib/paint/rich.ts'
import { Share } from 'lucide-react'
import { useState } from 'react'
import type { InstallWay } from '#lib/pwa/install.ts'
import { installPrompt } from '#lib/pwa/install-prompt.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { Dialog } from '#lib/ui/dialog.tsx'
import strip from './network-strip.module.css'
import styles from './install-offer.module.css'

export type InstallOfferProps = { way: InstallWay; onDecline: () => void }

/** The offer itself, one line at the bottom of the screen. Where the browser cannot ask, the steps are in a dialog. */
export function InstallOffer({ way, onDecline }: InstallOfferProps) {
  const copy = useLocationCopy()
  const { facts } = usePortal()
  const hasAccounts = copy !== undefined && isOn(copy.location.settings, 'myAccount')
  const [shown, setShown] = useState<'strip' | 'steps' | 'gone'>('strip')
  const name = copy?.location.name ?? facts.label
  const leave = (): void => {
    setShown('gone')
    onDecline()
  }
  const accept = async (): Promise<void> => {
    if (way === 'steps') return setShown('steps')
    setShown('gone')
    if (!(await installPrompt.ask())) onDecline()
  }
  if (shown === 'gone') return null
  return (
    <>
      <section className={strip.strip} data-strip aria-label={t('Home screen')}>
        <span>{rich`Keep ${name} on your home screen?`}</span>
        <button type="button" className={strip.act} onClick={() => void accept()}>
          {way === 'steps' ? t('Show how') : t('Add')}
        </button>
        <button type="button" className={strip.act} onClick={leave}>
          {t('Not now')}
        </button>
      </section>
      <Dialog open={shown === 'steps'} onClose={leave} title={t('Add to your home screen')}>
        <ol className={styles.steps}>
          <li>{rich`Tap ${<Share aria-hidden size={18} className={styles.icon} />} ${<strong>{t('Share')}</strong>}, or ••• and then ${<strong>{t('Share')}</strong>}.`}</li>
          <li>{rich`Choose ${<strong>{t('Add to Home Screen')}</strong>}. It may be further down the list.`}</li>
          <li>{rich`Tap ${<strong>{t('Add')}</strong>}. The menu and your cards then open from there, even when you’re offline.`}</li>
          {hasAccounts && <li>{t('Sign in there once: your phone keeps it apart from Safari.')}</li>}
        </ol>
      </Dialog>
    </>
  )
}
