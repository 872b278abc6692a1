import { t } from '#contract/language.ts'
import { BackToDishes } from '#shared/display/back-to-dishes.tsx'
import { DishView } from '#shared/display/dish-view.tsx'
import { MenuBars } from '#shared/display/menu-bars.tsx'
import { LoadingOrFailed, Skeleton } from '#lib/paint/screen-states.tsx'
import { findItem } from '#lib/query/find-item.ts'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { ServedNote } from '../components/served-note.tsx'
import { NotServed, useNoOrders } from '../components/not-served.tsx'
import { OrderForm } from '../components/order-form.tsx'

type OrderItemScreenProps = {
  menuId: string
  categoryId: string
  itemId: string
  lineId: string | undefined
}

/** `/order/{m}/category/{c}/item/{i}`: choose, count, add. With a line id, changes that line. */
export function OrderItemScreen({ menuId, categoryId, itemId, lineId }: OrderItemScreenProps) {
  const { menus, tellsAllergens } = useMenus('order')
  const { book, failed, retry } = useBook('order')
  const ticket = useTicket()
  const item = book && findItem(book, { menuId, categoryId, itemId })
  const lines = ticket.state === 'active' ? ticket.view.lines : []
  // The address may name a line of another dish, whose choices do not apply here.
  const line = lines.find((one) => one.lineId === lineId && one.menu_item_external_id === itemId)
  // The line's own picks must be known before the form starts from them.
  const ready = lineId === undefined || ticket.state !== 'loading'
  const noOrders = useNoOrders()
  if (noOrders) return noOrders
  return (
    <>
      {menus && <MenuBars menus={menus} mode="order" menuId={menuId} categoryId={categoryId} />}
      {item && (
        <DishView
          item={item}
          back={<BackToDishes menus={menus} mode="order" menuId={menuId} categoryId={categoryId} />}
        >
          <ServedNote menu={menus?.find((one) => one.external_id === menuId)} />
          {ready ? (
            <OrderForm
              // Keyed without the line itself: if it is removed on another device, the picks stay.
              key={`${item.id} ${lineId ?? ''}`}
              item={item}
              line={line}
              lost={lineId !== undefined && !line}
              tellsAllergens={tellsAllergens}
            />
          ) : (
            <Skeleton count={3} shape="row" />
          )}
        </DishView>
      )}
      {book && !item && <NotServed menuId={menuId} what={t('This dish')} />}
      {!book && (
        <div className="container">
          <LoadingOrFailed failed={failed} as="h1" what={t('This dish')} onRetry={retry} />
        </div>
      )}
    </>
  )
}
