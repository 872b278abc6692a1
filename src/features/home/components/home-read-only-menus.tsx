import { t } from '#contract/language.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useContent } from '#lib/query/content.ts'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import styles from './sections.module.css'

/** Menus that are not in the till's system: the restaurant's own text, and a link to print it (LH-11). */
export default function HomeReadOnlyMenus() {
  const page = useContent('read_only_non_pos_page')
  const menus = page.state === 'ready' ? (page.content?.all_menus ?? []) : []
  if (menus.length === 0) return null
  return (
    <div className={`container ${styles.section}`}>
      {menus.map(({ header, details }) => (
        <section key={header} className={styles.card} aria-label={header}>
          <h3>{header}</h3>
          <MerchantHtml html={details} />
        </section>
      ))}
      <p>
        <PathLink path="/menu/readonly" className="button button--quiet">
          {t('PRINT MENU')}
        </PathLink>
      </p>
    </div>
  )
}
