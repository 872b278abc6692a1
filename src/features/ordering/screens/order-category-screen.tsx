import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { CategoryView } from '#shared/display/category-view.tsx'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { useAllergens } from '#shared/allergens/use-allergens.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { OrderWithSidebar } from '../components/order-with-sidebar.tsx'
import { NotServed, useNoOrders } from '../components/not-served.tsx'

/** `/order/{m}/category/{c}`: a category's dishes, to order from. */
export function OrderCategoryScreen({ menuId, categoryId }: { menuId: string; categoryId: string }) {
  const { facts } = usePortal()
  const { menus, ...info } = useMenus('order')
  const { book, failed, retry } = useBook('order')
  const allergens = useAllergens(info)
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
      {...allergens}
      Frame={WithOrderSidebar}
      gone={<NotServed menuId={menuId} what={t('This part of the menu')} />}
    />
  )
}

const WithOrderSidebar = ({ children }: { children: ReactNode }) => (
  <OrderWithSidebar barsStay>{children}</OrderWithSidebar>
)
