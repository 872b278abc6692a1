import { t } from '#contract/language.ts'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { usePageName } from '#lib/query/location.ts'
import { useContent } from '#lib/query/content.ts'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { listPrintable, PrintableMenus } from '#shared/forms/printable-menus.tsx'
import { useFilteredBook } from '#shared/allergens/use-filtered-book.tsx'
import styles from '../components/content.module.css'
import { Place } from '../components/place.tsx'

/** `/catering` (RA-04): what the restaurant offers for groups, a link to each menu, and a way to print them all. */
export function CateringScreen() {
  const page = useContent('catering_page')
  const name = usePageName('catering', t('Catering'))
  const { book, failed, retry, menus, tellsAllergens, note } = useFilteredBook()
  const header = page.state === 'ready' ? page.content?.header : undefined
  const html = page.state === 'ready' ? page.content?.html : undefined
  return (
    <>
      <PrintableMenus title={header || name} menus={listPrintable(menus)} tellsAllergens={tellsAllergens}>
        {note}
        {html && <MerchantHtml html={html} className={styles.text} />}
        {page.state === 'failed' && (
          <Unreachable failed={page.failed} what={t('This page')} onRetry={page.retry} />
        )}
        {!book && page.state !== 'failed' && failed && (
          <Unreachable failed={failed} what={t('The menu')} onRetry={retry} />
        )}
        {((!book && !failed) || page.state === 'loading') && <Skeleton count={3} shape="row" />}
      </PrintableMenus>
      {page.state === 'ready' && (
        <div className={`container ${styles.page}`}>
          <Place location={page.copy.location} />
        </div>
      )}
    </>
  )
}
