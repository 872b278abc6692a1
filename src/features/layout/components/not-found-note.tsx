import { t } from '#contract/language.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { isWorthALink } from '#contract/rules/features.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { Banner } from '#lib/paint/banner.tsx'
import styles from './not-found-note.module.css'

/** Says, on the page that an unknown address led to, that it did: to everybody, a screen reader among them, and with the ways on. */
export function NotFoundNote({ settings }: { settings: Settings | undefined }) {
  const address = useLocation({ select: ({ state }) => state.notFound })
  if (address === undefined) return null
  return (
    <div className={`container ${styles.note}`}>
      <Banner
        tone="error"
        header={t('We couldn’t find that page.')}
        messages={[t`There is nothing at ${address}. This is our home page.`]}
      >
        <p className={styles.ways}>
          {settings && isWorthALink(settings, '/menus') && <Link to="/menus">{t('See the menus')}</Link>}
          {settings && isWorthALink(settings, '/order') && <Link to="/order">{t('Order online')}</Link>}
        </p>
      </Banner>
    </div>
  )
}
