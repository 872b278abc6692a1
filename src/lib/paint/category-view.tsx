import { Link } from '@tanstack/react-router'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import { type DishesLook, DishList } from './dish-card.tsx'
import { MenuBars } from './menu-bars.tsx'
import { PageHead } from './page-head.tsx'
import { Empty, Skeleton, Unreachable } from './screen-states.tsx'

type Failed = { kind: string; details: { requestId?: string | undefined } }

export type CategoryViewProps = {
  menus: MenuOutline['menus'] | undefined
  book: MenuBook | undefined
  failed: Failed | undefined
  onRetry: () => void
  mode: 'browse' | 'order'
  menuId: string
  categoryId: string
  look: DishesLook
}

/** A category's dishes under both bars: a function of data, the same in browsing and ordering. */
export function CategoryView({ menus, book, failed, onRetry, mode, menuId, categoryId, look }: CategoryViewProps) {
  const outline = menus?.find((one) => one.external_id === menuId)?.categories.find((one) => one.external_id === categoryId)
  const category = book?.menus.find((one) => one.external_id === menuId)?.categories.find((one) => one.external_id === categoryId)
  const head = category ?? outline
  return (
    <>
      {menus && <MenuBars menus={menus} mode={mode} menuId={menuId} categoryId={categoryId} />}
      {head && <PageHead title={head.name} lead={head.description} />}
      <div className="container">
        {category && category.items.length === 0 && <Empty>No items on this category</Empty>}
        {category && <DishList items={category.items} mode={mode} look={look} />}
        {book && !category && (
          <>
            <PageHead title="This part of the menu is not served any more" />
            <Link to={mode === 'order' ? '/order' : '/menus'} className="button button--solid">
              SEE ALL MENUS
            </Link>
          </>
        )}
        {!book && failed && <Unreachable failed={failed} what="This part of the menu" onRetry={onRetry} />}
        {!book && !failed && <Skeleton count={9} shape="card" />}
      </div>
    </>
  )
}
