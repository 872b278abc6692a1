import { CategoryView } from '#shared/display/category-view.tsx'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { NotToOrder, useNoOrders } from '../components/not-to-order.tsx'

/** `/order/{m}/category/{c}`: the dishes, to order from. */
export function OrderCategoryScreen({ menuId, categoryId }: { menuId: string; categoryId: string }) {
  const { facts } = usePortal()
  const { menus } = useMenus('order')
  const { book, failed, retry } = useBook('order')
  const noOrders = useNoOrders()
  if (noOrders) return noOrders
  return (
    <CategoryView
      menus={menus}
      book={book}
      failed={failed}
      onRetry={retry}
      mode="order"
      menuId={menuId}
      categoryId={categoryId}
      look={facts.host.theme.dishes}
      gone={<NotToOrder menuId={menuId} what="This part of the menu" />}
    />
  )
}
