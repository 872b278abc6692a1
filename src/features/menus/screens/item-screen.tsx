import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import { formatCents } from '#contract/money.ts'
import { emptySelection, listSections } from '#contract/pricing/selection.ts'
import type { ChecklistEntry, ChoiceValue, Section } from '#contract/schemas/menu.ts'
import { AllergenFacts } from '#shared/allergens/allergen-facts.tsx'
import { BackToDishes } from '#shared/display/back-to-dishes.tsx'
import { DishView } from '#shared/display/dish-view.tsx'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { MenuBars } from '#shared/display/menu-bars.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useBook, useMenus, usePart } from '#lib/query/menu-book.ts'
import { findItem } from '#lib/query/find-item.ts'
import styles from './item-screen.module.css'

type ItemScreenProps = { menuId: string; categoryId: string; itemId: string }

/** `/menus/{m}/category/{c}/item/{i}`: a dish with its price and choices; no add button (browse mode). */
export function ItemScreen({ menuId, categoryId, itemId }: ItemScreenProps) {
  useFirstScreenReady()
  const copy = useLocationCopy()
  const { menus, tellsAllergens } = useMenus('browse')
  const ordering = useMenus('order')
  const { book, failed, retry } = useBook('browse')
  const part = usePart('browse', { menuId, categoryId, itemId })
  const item = book ? findItem(book, { menuId, categoryId, itemId }) : part?.item
  const canOrder =
    copy &&
    isOn(copy.location.settings, 'onlineOrders') &&
    ordering.menus?.some((one) => one.external_id === menuId)
  return (
    <>
      {menus && <MenuBars menus={menus} mode="browse" menuId={menuId} categoryId={categoryId} />}
      {item && (
        <DishView
          item={item}
          back={<BackToDishes menus={menus} mode="browse" menuId={menuId} categoryId={categoryId} />}
        >
          {listSections(item).map(({ parent, sections }) =>
            sections.map((section, place) => <SectionList key={`${parent}${place}`} section={section} />),
          )}
          {tellsAllergens && <AllergenFacts item={item} selection={emptySelection} />}
          {canOrder && (
            <p className={styles.order} data-add-bar>
              <Link
                to="/order/$menuId/category/$categoryId/item/$itemId"
                params={{ menuId, categoryId, itemId }}
                className="button button--second"
              >
                {t('ORDER THIS ONLINE')}
              </Link>
            </p>
          )}
        </DishView>
      )}
      {book && !item && (
        <PageHead title={t('This dish is not served anymore')}>
          <Link to="/menus" className="button button--solid">
            {t('SEE ALL MENUS')}
          </Link>
        </PageHead>
      )}
      {!book && !item && (
        <div className="container">
          <LoadingOrFailed failed={failed} as="h1" what={t('This dish')} onRetry={retry} />
        </div>
      )}
    </>
  )
}

function SectionList({ section }: { section: Section }) {
  return (
    <section>
      <h2 className={styles.name}>{section.name}</h2>
      <Options section={section} />
    </section>
  )
}

/** The choices of a section; under each, its amounts and the sections that it opens. */
function Options({ section }: { section: Section }) {
  const rows: Option[] = [...section.choices.flatMap((choice) => choice.values), ...section.checklist]
  return (
    <ul>
      {rows.map((row, place) => (
        <li key={place}>
          <Row of={row} />
          {row.toggle.length + (row.sections?.length ?? 0) > 0 && (
            <ul className={styles.under}>
              {row.toggle.map((toggle) => (
                <li key={toggle.name}>
                  <Row of={toggle} />
                </li>
              ))}
              {row.sections?.map((inner, number) => (
                <li key={number} className={styles.nested}>
                  {inner.name}
                  <Options section={inner} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

type Option = (ChecklistEntry & { sections?: undefined }) | ChoiceValue

function Row({ of: { name, price } }: { of: { name: string; price: number } }) {
  return (
    <span className={styles.row}>
      <span>{name}</span>
      {price > 0 && <span className="price">+{formatCents(price)}</span>}
    </span>
  )
}
