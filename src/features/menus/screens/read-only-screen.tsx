import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { ReadOnlyNonPosPage } from '#contract/schemas/read-only-menu.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { LoadingOrFailed, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useContent } from '#lib/query/content.ts'
import { listPrintable, type PrintableMenu, PrintableMenus } from '#shared/forms/printable-menus.tsx'
import { useFilteredBook } from '#shared/allergens/use-filtered-book.tsx'

/** `/menu/readonly`: every menu on one page to read or print: the till's, where they are shown, and those that are not in the till's system. */
export function ReadOnlyScreen() {
  const page = useContent('read_only_non_pos_page')
  if (page.state === 'ready') return <ReadOnlyMenus copy={page.copy} texts={textsOf(page.content)} />
  return (
    <div className="container">
      {page.state === 'failed' ? (
        <Unreachable as="h1" failed={page.failed} what={t('The menu')} onRetry={page.retry} />
      ) : (
        <Skeleton count={3} shape="row" />
      )}
    </div>
  )
}

function ReadOnlyMenus({ copy, texts }: { copy: LocationCopy; texts: PrintableMenu[] }) {
  const { settings, name } = copy.location
  const shown = isOn(settings, 'nonPosMenu') ? texts : []
  if (isOn(settings, 'readOnlyMenu')) return <WithDishes name={name} texts={shown} />
  return shown.length > 0 ? (
    <PrintableMenus title={t`${name}: the menu`} menus={shown} tellsAllergens={false} />
  ) : (
    <NothingToRead />
  )
}

/** The till's menus come first; the restaurant's own text is shown even without them. */
function WithDishes({ name, texts }: { name: string; texts: PrintableMenu[] }) {
  const { book, failed, retry, menus: served, tellsAllergens, note } = useFilteredBook()
  const menus = [...listPrintable(served), ...texts]
  if (book && menus.length === 0) return <NothingToRead />
  return (
    <PrintableMenus title={t`${name}: the menu`} menus={menus} tellsAllergens={tellsAllergens}>
      {note}
      {!book && <LoadingOrFailed failed={failed} what={t('The menu')} onRetry={retry} />}
    </PrintableMenus>
  )
}

const textsOf = (page: ReadOnlyNonPosPage | undefined): PrintableMenu[] =>
  page?.all_menus.map(({ header, details }) => ({ title: header, html: details })) ?? []

function NothingToRead() {
  return (
    <PageHead title={t('No menu here yet')} lead={t('The restaurant hasn’t posted one.')}>
      <Link to="/" className="button button--solid">
        {t('BACK TO HOME')}
      </Link>
    </PageHead>
  )
}
