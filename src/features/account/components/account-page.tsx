import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { findAppIcon } from '#shared/display/app-icon.ts'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { phonePictureSizes, PictureSources } from '#lib/paint/picture.tsx'
import { Unreachable } from '#lib/paint/screen-states.tsx'
import type { ReadState } from '#lib/query/answer-query.ts'
import { useLocationState } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import styles from './account-page.module.css'
import { failedMark, loadingMark } from '#lib/paint/marks.ts'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import type { LinkRefusal } from '../mailed-link.ts'

type AccountPageProps = { title: string; children: ReactNode }

/** The frame of the sign-in screens: the restaurant's picture and icon, and a form of 450 px beside or below them (specification §2 *Login and account screens*). */
export function AccountPage({ title, children }: AccountPageProps) {
  const { facts } = usePortal()
  const { copy, failed } = useLocationState()
  const icon = findAppIcon(copy)
  const own = copy?.configurations.find((one) => one.name === 'location_background_url')?.value
  // The location's own picture, otherwise its host's (LO-06, EN-02).
  const background = [own, facts.host.backgroundImage].find(
    (one): one is string => typeof one === 'string' && isOwnPath(one),
  )
  return (
    <div className={styles.stage}>
      <div className={styles.backdrop} aria-hidden>
        {background !== undefined && (
          <PictureSources picture={sizesOf(copy, background)} sizes={backdropSizes}>
            <img src={background} alt="" width={1280} height={720} decoding="async" />
          </PictureSources>
        )}
      </div>
      <div className={`container ${styles.inside}`}>
        <div className={styles.mark}>
          {copy && (
            <Link to="/" className={styles.home} aria-label={t`${copy.location.name}, home`}>
              {icon !== undefined ? (
                <img className={styles.icon} src={icon} alt="" />
              ) : (
                <span>{copy.location.name}</span>
              )}
            </Link>
          )}
        </div>
        <section className={styles.panel} aria-labelledby="account-title" aria-busy={!copy && !failed}>
          <h1 id="account-title" className={styles.title}>
            {title}
          </h1>
          {children}
        </section>
      </div>
    </div>
  )
}

/** On a phone above the form, elsewhere behind all of it. */
const backdropSizes = `(min-width: 768px) 100vw, ${phonePictureSizes}`

/** The sizes of a picture, where it is one of the home page's: of others only the address is known. */
const sizesOf = (copy: LocationCopy | undefined, address: string) =>
  copy?.location.settings.consumer_application_settings.home_page?.header_images?.find(
    ({ image }) => image.imageSignedUrl === address,
  )?.image ?? {}

/** Shown in place of a form until the restaurant's settings have loaded; or why they could not be loaded. */
export const AwaitedForm = ({ failed, retry }: ReadState) =>
  failed ? (
    <Unreachable failed={failed} what={t('This page')} onRetry={retry} />
  ) : (
    <LoadingOverlay>{t('Loading')}</LoadingOverlay>
  )

/** Covers a form while an action is in progress. */
export function LoadingOverlay({ children }: { children: string }) {
  return (
    <div className={styles.overlay} role="status" {...loadingMark}>
      <span className={styles.spinner} aria-hidden />
      {children}
    </div>
  )
}

/** The links under a form, one per line. */
export function FormLinks({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>
}

/**
 * Shown in place of a form whose mailed link no longer works. `children`: the way to go on without it. No view is kept of it: at a later launch the same
 * address, which no longer has the link's token, shows the form.
 */
export const InvalidLink = ({ refusal, children }: { refusal: LinkRefusal; children?: ReactNode }) => (
  <div className={styles.refused} {...failedMark}>
    <FailureBanner {...refusal}>{children && <p>{children}</p>}</FailureBanner>
    <FormLinks>
      <Link to="/login">{t('LOGIN')}</Link>
    </FormLinks>
  </div>
)
