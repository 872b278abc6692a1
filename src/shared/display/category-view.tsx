import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { BookPart, MenuOutline } from '#contract/schemas/first-screen.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import { type DishesLook, DishList } from './dish-card.tsx'
import { MenuBars } from './menu-bars.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, type Failed, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'

type CategoryViewProps = {
  menus: MenuOutline['menus'] | undefined
  book: MenuBook | undefined
  /** The part of the book that the page itself brought, until the book is loaded. */
  part?: BookPart['category'] | undefined
  failed: Failed | undefined
  onRetry: () => unknown
  mode: 'browse' | 'order'
  menuId: string
  categoryId: string
  look: DishesLook
  /** Shown when the book does not have the category; by default, a note that it is gone. */
  gone?: ReactNode
  /** Whether to show a dish; all of them where it is left out. */
  keep?: (item: MenuItem) => boolean
  /** Shown above the dishes: what they are filtered by, and how many of how many match. */
  filter?: (counts: { left: number; of: number }) => ReactNode
  /** Wraps the dishes, below the bars. */
  Frame?: ComponentType<{ children: ReactNode }>
}

/** A category's dishes below both bars. Depends on its props only, so browsing and ordering share it. */
export function CategoryView({
  menus,
  book,
  part,
  failed,
  onRetry,
  mode,
  menuId,
  categoryId,
  look,
  gone,
  keep,
  filter,
  Frame = Fragment,
}: CategoryViewProps) {
  const outline = menus
    ?.find((one) => one.external_id === menuId)
    ?.categories.find((one) => one.external_id === categoryId)
  const inBook = book?.menus
    .find((one) => one.external_id === menuId)
    ?.categories.find((one) => one.external_id === categoryId)
  const category = book ? inBook : part
  const head = category ?? outline
  // The page's own part lacks the choices of its dishes: where some dishes are hidden, the book is needed first.
  const shownItems = keep ? inBook?.items.filter(keep) : category?.items
  const all = category?.items.length ?? outline?.item_count ?? 0
  return (
    <>
      {menus && <MenuBars menus={menus} mode={mode} menuId={menuId} categoryId={categoryId} />}
      <Frame>
        {head && (category || !book) && <PageHead title={head.name} lead={head.description} />}
        {book && !category && (gone ?? <Gone />)}
        {head && (category || !book) && filter?.({ left: shownItems?.length ?? all, of: all })}
        <div className="container">
          {category && category.items.length === 0 && <Empty>{t('No items on this category')}</Empty>}
          {shownItems && <DishList key={category!.id} items={shownItems} mode={mode} look={look} />}
          {!book && !shownItems && failed && (
            <Unreachable
              as={head ? undefined : 'h1'}
              failed={failed}
              what={t('This part of the menu')}
              onRetry={onRetry}
            />
          )}
          {!book && !shownItems && !failed && <Skeleton count={9} shape="card" />}
        </div>
      </Frame>
    </>
  )
}

function Gone() {
  return (
    <PageHead title={t('This part of the menu is not served anymore')}>
      <Link to="/menus" className="button button--solid">
        {t('SEE ALL MENUS')}
      </Link>
    </PageHead>
  )
}
