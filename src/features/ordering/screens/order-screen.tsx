import { t } from '#contract/language.ts'
import { lazy, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { MenuSearch } from '#shared/menu-search/menu-search.tsx'
import { OpenLine } from '#shared/display/open-line.tsx'
import { MenuBars, type MenuBarsProps } from '#shared/display/menu-bars.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useLocationCopy, usePageName } from '#lib/query/location.ts'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { useRunningPause } from '../closed-order.ts'
import { OrderWithSidebar } from '../components/order-with-sidebar.tsx'
import { NotServed, useNoOrders } from '../components/not-served.tsx'
import { OrderMenus } from '../components/order-menus.tsx'
import { useServedFirst } from '../use-served-first.ts'
import styles from './order-screen.module.css'

const PauseNote = lazy(async () => ({
  default: (await import('#shared/order-pause/pause-note.tsx')).PauseNote,
}))

/** `/order` and `/order/{m}`: a search over every menu, and the dishes of all of them, or of one, with their categories' tiles (MO-08). */
export function OrderScreen({ menuId, q }: { menuId?: string; q?: string | undefined }) {
  useFirstScreenReady()
  const noOrders = useNoOrders()
  const copy = useLocationCopy()
  const name = usePageName('order', t('Order online'))
  const { menus, ...info } = useMenus('order')
  const { book, failed, retry } = useBook('order')
  const isPaused = useRunningPause() !== undefined
  if (noOrders) return noOrders
  const isWhole = menuId === undefined
  // A single menu's page does not depend on the time of day.
  const Tabs = isWhole ? ServedFirstMenuBars : MenuBars
  const shown = isWhole ? menus : menus?.filter((one) => one.external_id === menuId)
  const dishes = (
    <>
      <div className="container">
        {/* The catalog's names are cached apart from the device's store. With names only, nothing can be ordered. */}
        {!book && failed && <Unreachable failed={failed} what={t('The current menu')} onRetry={retry} />}
        {menus?.length === 0 && <Empty>{t('There is nothing to order right now.')}</Empty>}
        {!menus && !failed && <Skeleton count={9} shape="row" />}
      </div>
      {shown && shown.length > 0 && (
        <OrderMenus menus={shown} book={book} isLost={failed !== undefined} info={info} titled={isWhole} />
      )}
    </>
  )
  return (
    <>
      {menus && menus.length > 1 && <Tabs menus={menus} mode="order" scrolls menuId={menuId} />}
      <OrderWithSidebar>
        {!isWhole && shown?.length === 0 ? (
          <NotServed menuId={menuId} what={t('This menu')} />
        ) : (
          <PageHead
            title={(!isWhole && shown?.[0]?.name) || name}
            lead={
              isWhole
                ? copy?.location.hours && (
                    // An API that supports pauses reports one where nothing can be ordered.
                    <OpenLine
                      location={copy.location}
                      isOrdering={!isPaused && copy.location.api_extensions?.includes('order_pause')}
                    />
                  )
                : shown?.[0]?.description
            }
          />
        )}
        {isWhole ? (
          <MenuSearch mode="order" q={q}>
            {dishes}
          </MenuSearch>
        ) : (
          dishes
        )}
        {/* Known only after the first render: overlaid at the bottom of the list, so that nothing moves when it appears. */}
        {isPaused && (
          <LoadingGuard>
            <Suspense>
              <div className={`container ${styles.pause}`}>
                <PauseNote />
              </div>
            </Suspense>
          </LoadingGuard>
        )}
      </OrderWithSidebar>
    </>
  )
}

/** In the same order as the dishes below. */
const ServedFirstMenuBars = (props: MenuBarsProps) => (
  <MenuBars {...props} menus={useServedFirst(props.menus)} />
)
