import { t } from '#contract/language.ts'
import { usePageName } from '#lib/query/location.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { ContentPage } from '../components/content-page.tsx'
import styles from '../components/content.module.css'
import { Faqs } from '../components/faqs.tsx'
import { Place } from '../components/place.tsx'

/** `/about` (RA-02): about the restaurant, frequent questions, and links to the legal texts. */
export function AboutScreen() {
  const name = usePageName('about', t('About'))
  return (
    <ContentPage name="about_page" title={name} headerOf={(page) => page.header}>
      {(page, copy) => (
        <div className={`container ${styles.page} ${styles.columns}`}>
          <div className={styles.page}>
            {page?.text && <MerchantHtml html={page.text} className={styles.text} />}
            {page?.faqs && page.faqs.length > 0 && <Faqs faqs={page.faqs} />}
          </div>
          <section className={styles.part} aria-labelledby="legal">
            <h2 id="legal">{t('Legal information')}</h2>
            <div className={styles.ways}>
              <PathLink path="/terms" className="button button--quiet">
                {t('TERMS')}
              </PathLink>
              <PathLink path="/privacy" className="button button--quiet">
                {t('PRIVACY')}
              </PathLink>
            </div>
            <Place location={copy.location} />
          </section>
        </div>
      )}
    </ContentPage>
  )
}
