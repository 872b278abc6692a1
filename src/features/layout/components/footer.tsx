import { t } from '#contract/language.ts'
import { memo } from 'react'
import { isOn } from '#contract/rules/features.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { isWebAddress } from '#lib/paint/action-link.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { findAppIcon } from '#shared/display/app-icon.ts'
import styles from './footer.module.css'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** Whether something is being chosen, ordered or paid on a page: there the footer has only the legal links. */
export const isBrief = (path: string): boolean =>
  /\/item\/|(cart|checkout)$|^\/(sendcard|mycards\/(send|Purchase|Reload))/.test(path)

/**
 * The optional footer (LH-07): the logo, contact text, the pages about the restaurant, and its profiles elsewhere. In brief, where something is chosen or paid,
 * only the legal links.
 */
export const Footer = memo(function Footer({ copy, brief }: { copy: LocationCopy; brief?: boolean }) {
  const { settings, name } = copy.location
  const footer = settings.consumer_application_settings.consumer_portal_footer
  if (!footer?.show_footer) return null
  const elsewhere = [
    { name: 'Facebook', show: footer.show_facebook, url: footer.facebook_url },
    { name: 'Instagram', show: footer.show_instagram, url: footer.instagram_url },
    { name: 'Twitter', show: footer.show_twitter, url: footer.twitter_url },
  ].filter((one) => one.show && one.url?.startsWith('https://') && isWebAddress(one.url))
  const pages = [
    { name: t('About'), path: '/about', show: isOn(settings, 'about') },
    { name: t('Catering'), path: '/catering', show: isOn(settings, 'catering') },
    { name: t('Gallery'), path: '/gallery', show: isOn(settings, 'gallery') },
    { name: t('Privacy'), path: '/privacy', show: true },
    { name: t('Terms'), path: '/terms', show: true },
  ].filter((one, place) => one.show && (!brief || place > 2))
  return (
    <footer className={styles.footer} data-brief={brief || undefined}>
      <div className={`container ${styles.inside}`}>
        {!brief && footer.show_footer_logo && (
          <p className={styles.name}>
            <Logo copy={copy} />
            {name}
          </p>
        )}
        {!brief && footer.show_contact_info && (
          <p>
            <bdi>{wholePhones(footer.contact_info_text ?? '')}</bdi>
          </p>
        )}
        <ul className={styles.elsewhere} aria-label={t('More about us')}>
          {pages.map((one) => (
            <li key={one.path}>
              <PathLink path={one.path}>{one.name}</PathLink>
            </li>
          ))}
        </ul>
        {!brief && elsewhere.length > 0 && (
          <ul className={styles.elsewhere} aria-label={t('Follow us')}>
            {elsewhere.map((one) => (
              <li key={one.name}>
                <a href={one.url} rel="noopener noreferrer" target="_blank">
                  {one.name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  )
})

/** It is decorative: the name is beside it. */
function Logo({ copy }: { copy: LocationCopy }) {
  const icon = findAppIcon(copy)
  if (icon === undefined) return null
  return (
    <img className={styles.logo} src={icon} alt="" width={48} height={48} loading="lazy" decoding="async" />
  )
}
