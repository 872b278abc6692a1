import { t } from '#contract/language.ts'
import type { Location } from '#contract/schemas/location.ts'
import { usePageName } from '#lib/query/location.ts'
import { OutsideLink } from '#lib/paint/action-link.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { directionsAddress } from '#shared/display/directions.ts'
import { OpenLine } from '#shared/display/open-line.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { ContentPage } from '../components/content-page.tsx'
import styles from '../components/content.module.css'
import { Faqs } from '../components/faqs.tsx'
import { Place } from '../components/place.tsx'

/**
 * `/about` (RA-02): about the restaurant, frequent questions, and links to the legal texts. A restaurant that has written neither shows until when it is open,
 * where it is, and how to reach it.
 */
export function AboutScreen() {
  const name = usePageName('about', t('About'))
  return (
    <ContentPage name="about_page" title={name} headerOf={(page) => page.header}>
      {(page, { location }) => {
        const isWritten = Boolean(page?.text) || (page?.faqs ?? []).length > 0
        return (
          <div className={`container ${styles.page} ${styles.columns}`}>
            <div className={styles.page}>
              {page?.text && <MerchantHtml html={page.text} className={styles.text} />}
              {page?.faqs && page.faqs.length > 0 && <Faqs faqs={page.faqs} />}
              {!isWritten && <Contact location={location} />}
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
              {isWritten && <Place location={location} />}
            </section>
          </div>
        )
      }}
    </ContentPage>
  )
}

const Contact = ({ location }: { location: Location }) => (
  <section className={styles.part} aria-labelledby="contact">
    <h2 id="contact">{t('Contact Us')}</h2>
    {location.hours && (
      <p>
        <OpenLine location={location} />
      </p>
    )}
    <Place location={location} />
    <div className={styles.ways}>
      <OutsideLink href={directionsAddress(location)} className="button button--second">
        {t('Get directions')}
      </OutsideLink>
    </div>
  </section>
)
