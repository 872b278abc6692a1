import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import styles from './footer.module.css'

/** The optional footer: contact text, and the restaurant elsewhere (LH-07). */
export function Footer({ copy }: { copy: LocationCopy }) {
  const footer = copy.location.settings.consumer_application_settings.consumer_portal_footer
  if (!footer?.show_footer) return null
  const elsewhere = [
    { name: 'Facebook', show: footer.show_facebook, url: footer.facebook_url },
    { name: 'Instagram', show: footer.show_instagram, url: footer.instagram_url },
    { name: 'Twitter', show: footer.show_twitter, url: footer.twitter_url },
  ].filter((one) => one.show && one.url?.startsWith('https://'))
  return (
    <footer className={styles.footer}>
      <div className={`container ${styles.inside}`}>
        {footer.show_footer_logo && <p className={styles.name}>{copy.location.name}</p>}
        {footer.show_contact_info && <p>{footer.contact_info_text}</p>}
        {elsewhere.length > 0 && (
          <ul className={styles.elsewhere}>
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
}
