import { message, t } from '#contract/language.ts'
import { useRouterState } from '@tanstack/react-router'
import { Banner } from '#lib/paint/banner.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { ContentPage } from '../components/content-page.tsx'
import styles from '../components/content.module.css'
import { isKnown, KeptData } from '../components/kept-data.tsx'
import { Place } from '../components/place.tsx'

const titles = { privacy_page: message('Privacy'), terms_page: message('Terms') } as const

/** `/privacy` and `/terms` (RA-03): the restaurant's legal texts and its address. */
export function LegalScreen({ name }: { name: keyof typeof titles }) {
  const isHydrated = useHydrated()
  // The server, which makes the first screen, sees no hash.
  const isDeleted = useRouterState({ select: ({ location }) => location.hash === 'deleted' }) && isHydrated
  return (
    <ContentPage name={name} title={t(titles[name])} headerOf={(page) => page.header}>
      {(page, copy) => (
        <div className={`container ${styles.page} ${styles.columns}`}>
          <div className={styles.page}>
            {name === 'privacy_page' && isDeleted && (
              <Banner
                tone="success"
                header={t('Account deleted')}
                messages={[t('Your account is deleted, and nothing of it is left on this device.')]}
              />
            )}
            {page?.html ? (
              <MerchantHtml html={page.html} className={styles.text} />
            ) : (
              <p className={styles.text}>
                {t('The restaurant has not put this in writing here. Please ask: they will tell you.')}
              </p>
            )}
            {name === 'privacy_page' && isKnown(copy.location) && <KeptData location={copy.location} />}
          </div>
          <Place location={copy.location} />
        </div>
      )}
    </ContentPage>
  )
}
