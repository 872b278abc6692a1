import { t } from '#contract/language.ts'
import { lazy, Suspense } from 'react'
import { phoneHref } from '#contract/rules/phone.ts'
import { isOn } from '#contract/rules/features.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { streetOf } from '#shared/display/street.ts'
import styles from './contact.module.css'
import { Hours } from './hours.tsx'
import { LocationMap } from './location-map.tsx'

const ContactForm = lazy(() => import('./contact-form.tsx'))

/** Where the restaurant is, when it is open and how to reach it (LH-13). The form is behind the location's `feedback` switch. */
export default function Contact({ copy: { location } }: { copy: LocationCopy }) {
  const { facts } = usePortal()
  const canWrite = isOn(location.settings, 'feedback')
  return (
    <section className={`container ${styles.contact}`} aria-labelledby="contact">
      <h2 id="contact">{t('Contact Us')}</h2>
      <div className={styles.columns} data-alone={canWrite ? undefined : ''}>
        <div className={styles.place}>
          <address className={styles.address}>
            <strong>{location.name}</strong>
            <span>{streetOf(location)}</span>
            <span>
              {location.city}, {location.state} {location.zip}
            </span>
            <a className="row-link" href={phoneHref(location.phone)}>
              {location.phone}
            </a>
          </address>
          {location.hours && <Hours location={location} hours={location.hours} />}
          <LocationMap location={location} googleKey={facts.maps?.googleKey} />
        </div>
        {canWrite && (
          <Suspense fallback={<Skeleton count={3} shape="row" />}>
            <ContactForm />
          </Suspense>
        )}
      </div>
    </section>
  )
}
