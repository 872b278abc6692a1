import { CategoryView } from '#lib/paint/category-view.tsx'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { usePortal } from '#lib/query/portal-context.tsx'

/** `/menus/{m}/category/{c}`: the dishes, to look at. */
export function CategoryScreen({ menuId, categoryId }: { menuId: string; categoryId: string }) {
  const { facts } = usePortal()
  const { menus } = useMenus('browse')
  const { book, failed, retry } = useBook('browse')
  return (
    <CategoryView
      menus={menus}
      book={book}
      failed={failed}
      onRetry={retry}
      mode="browse"
      menuId={menuId}
      categoryId={categoryId}
      look={facts.host.theme.dishes}
    />
  )
}
