import { t } from '#contract/language.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { isLinkable } from '#contract/rules/features.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { findPageName } from '#lib/query/location.ts'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import styles from './not-found-note.module.css'

type Props = { address: string; settings: Settings | undefined }

/**
 * Says, on the page that an unknown address was redirected to, that the address is unknown: also for screen readers, with links to continue, until it is
 * dismissed.
 */
export default function NotFoundNote({ address, settings }: Props) {
  const navigate = useNavigate()
  const dismiss = (): void => {
    void navigate({ to: '/', replace: true, resetScroll: false })
    // The focused button disappears with the note.
    focusScreen()
  }
  return (
    <div className={`container ${styles.note}`}>
      <Banner
        tone="note"
        header={t('We couldn’t find that page.')}
        messages={[t`There is nothing at ${address}. This is our home page.`]}
        onDismiss={dismiss}
      >
        <p className={styles.ways}>
          {settings && isLinkable(settings, '/menus') && <Link to="/menus">{t('See the menus')}</Link>}
          {settings && isLinkable(settings, '/order') && (
            <Link to="/order">{findPageName(settings, 'order') ?? t('Order online')}</Link>
          )}
        </p>
      </Banner>
    </div>
  )
}
