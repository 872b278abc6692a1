import { Link } from '@tanstack/react-router'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { MenuBars } from '#lib/paint/menu-bars.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { TileFace, tileLink, Tiles } from '#lib/paint/tile.tsx'
import { switchesOf, useLocationCopy } from '#lib/query/location.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import styles from './order-screen.module.css'

/** `/order` and `/order/{m}`: the categories of every menu, or of one, as tiles (MO-08). */
export function OrderScreen({ menuId }: { menuId?: string }) {
  const copy = useLocationCopy()
  const { menus, failed, retry } = useMenus('order')
  if (copy && !switchesOf(copy.location.settings).onlineOrders) return <NoOnlineOrders phone={copy.location.phone} />
  const shown = menuId === undefined ? menus : menus?.filter((one) => one.external_id === menuId)
  return (
    <>
      {menus && <MenuBars menus={menus} mode="order" {...(menuId !== undefined && { menuId })} />}
      <PageHead
        title={(menuId !== undefined && shown?.[0]?.name) || 'Order online'}
        lead={menuId === undefined ? undefined : shown?.[0]?.description}
      />
      <div className={`container ${styles.menus}`}>
        {shown?.length === 0 && <Empty>No categories on this menu</Empty>}
        {shown?.map((menu, place) => (
          <MenuSection key={menu.id} menu={menu} titled={menuId === undefined} eager={place === 0} />
        ))}
        {!menus && failed && <Unreachable failed={failed} what="The menu" onRetry={retry} />}
        {!menus && !failed && <Skeleton count={9} shape="tile" />}
      </div>
    </>
  )
}

function MenuSection({ menu, titled, eager }: { menu: MenuOutline['menus'][number]; titled: boolean; eager: boolean }) {
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
              <TileFace name={category.name} note={category.description} picture={category.image} eager={eager && place < 2} />
            </Link>
          </li>
        ))}
      </Tiles>
    </section>
  )
}

function NoOnlineOrders({ phone }: { phone: string }) {
  return (
    <PageHead title="No online orders here" lead={`Call us at ${phone}, or see what we serve.`}>
      <Link to="/menus" className="button button--solid">
        SEE THE MENUS
      </Link>
    </PageHead>
  )
}
