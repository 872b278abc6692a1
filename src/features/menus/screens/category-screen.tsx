import { CategoryView } from '#shared/display/category-view.tsx'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { useBook, useMenus, usePart } from '#lib/query/menu-book.ts'
import { useAllergens } from '#shared/allergens/use-allergens.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'

/** `/menus/{m}/category/{c}`: the dishes, read-only. */
export function CategoryScreen({ menuId, categoryId }: { menuId: string; categoryId: string }) {
  useFirstScreenReady()
  const { facts } = usePortal()
  const { menus, ...info } = useMenus('browse')
  const { book, failed, retry } = useBook('browse')
  const allergens = useAllergens(info)
  const part = usePart('browse', { menuId, categoryId })
  return (
    <CategoryView
      menus={menus}
      book={book}
      part={part?.category}
      failed={failed}
      onRetry={retry}
      mode="browse"
      menuId={menuId}
      categoryId={categoryId}
      look={facts.host.theme.dishes}
      {...allergens}
    />
  )
}
