import { t } from '#contract/language.ts'
import { failedMark } from '#lib/paint/marks.ts'
import styles from './broken-screen.module.css'

/**
 * A screen that failed to render (LH-18, ER-17): what happened, and a way on. The order stays on the device. Plain links that reload: the router itself may be
 * what is broken.
 */
export function BrokenScreen({ error }: { error: Error }) {
  // An empty address would be the page's base and not this page.
  const here = typeof location === 'undefined' ? '' : location.href
  return (
    <div className={`container ${styles.broken}`} role="alert" {...failedMark}>
      <h1>{t('There was an error in loading this page.')}</h1>
      <p>{t('Your order is kept on this device.')}</p>
      <p className={styles.ways}>
        <a
          href={here}
          className="button button--solid"
          onClick={(event) => {
            event.preventDefault()
            location.reload()
          }}
        >
          {t('Reload this page')}
        </a>
        <a href="./ordercart" className="button button--quiet">
          {t('Go to my order')}
        </a>
        <a href="./" className="button button--quiet">
          {t('Go to the home page')}
        </a>
      </p>
      <details>
        <summary className="row-link">{t('Error details')}</summary>
        <pre className={styles.details}>{error.message}</pre>
      </details>
    </div>
  )
}
