import { Link } from '@tanstack/react-router'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { MenuSearch } from '#shared/menu-search/menu-search.tsx'
import { MenuBars } from '#shared/display/menu-bars.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { TileFace, tileLink, Tiles } from '#lib/paint/tile.tsx'
import { usePageName } from '#lib/query/location.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import { NotToOrder, useNoOrders } from '../components/not-to-order.tsx'
import styles from './order-screen.module.css'

/** `/order` and `/order/{m}`: a search over every menu, and the categories of all of them, or of one, as tiles (MO-08). */
export function OrderScreen({ menuId, q }: { menuId?: string; q?: string | undefined }) {
  useFirstScreenReady()
  const noOrders = useNoOrders()
  const name = usePageName('order', 'Order online')
  const { menus, failed, retry } = useMenus('order')
  if (noOrders) return noOrders
  const shown = menuId === undefined ? menus : menus?.filter((one) => one.external_id === menuId)
  const tiles = (
    <div className={`container ${styles.menus}`}>
      {menus?.length === 0 && <Empty>There is nothing to order right now.</Empty>}
      {shown?.map((menu, place) => (
        <MenuSection key={menu.id} menu={menu} titled={menuId === undefined} eager={place === 0} />
      ))}
      {!menus && failed && <Unreachable failed={failed} what="The menu" onRetry={retry} />}
      {!menus && !failed && <Skeleton count={9} shape="tile" />}
    </div>
  )
  return (
    <>
      {menus && <MenuBars menus={menus} mode="order" {...(menuId !== undefined && { menuId })} />}
      {menuId !== undefined && shown?.length === 0 ? (
        <NotToOrder menuId={menuId} what="This menu" />
      ) : (
        <PageHead
          title={(menuId !== undefined && shown?.[0]?.name) || name}
          lead={menuId === undefined ? undefined : shown?.[0]?.description}
        />
      )}
      {menuId === undefined ? (
        <MenuSearch mode="order" q={q}>
          {tiles}
        </MenuSearch>
      ) : (
        tiles
      )}
    </>
  )
}

function MenuSection({
  menu,
  titled,
  eager,
}: {
  menu: MenuOutline['menus'][number]
  titled: boolean
  eager: boolean
}) {
  return (
    <section aria-label={menu.name} className={styles.section}>
      {titled && <h2>{menu.name}</h2>}
      {menu.categories.length === 0 && <Empty>No categories on this menu</Empty>}
      <Tiles>
        {menu.categories.map((category, place) => (
          <li key={category.id}>
            <Link
              to="/order/$menuId/category/$categoryId"
              params={{ menuId: menu.external_id, categoryId: category.external_id }}
              className={tileLink}
            >
              <TileFace
                name={category.name}
                note={category.description}
                picture={category.image}
                eager={eager && place < 2}
              />
            </Link>
          </li>
        ))}
      </Tiles>
    </section>
  )
}
