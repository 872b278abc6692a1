import { message, t } from '#contract/language.ts'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { ContentPage } from '../components/content-page.tsx'
import styles from '../components/content.module.css'
import { Place } from '../components/place.tsx'

const titles = { privacy_page: message('Privacy'), terms_page: message('Terms') } as const

/** `/privacy` and `/terms` (RA-03): what the restaurant has put in writing, and who that is. */
export function LegalScreen({ name }: { name: keyof typeof titles }) {
  return (
    <ContentPage name={name} title={t(titles[name])} headerOf={(page) => page.header}>
      {(page, copy) => (
        <div className={`container ${styles.page}`}>
          {page?.html ? (
            <MerchantHtml html={page.html} className={styles.text} />
          ) : (
            <p className={styles.text}>
              {t('The restaurant has not put this in writing here. Please ask: they will tell you.')}
            </p>
          )}
          <Place location={copy.location} />
        </div>
      )}
    </ContentPage>
  )
}
