import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { MenuBars } from '#shared/display/menu-bars.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { TileFace, tileLink, Tiles } from '#lib/paint/tile.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useMenus } from '#lib/query/menu-book.ts'

/** `/menus/{m}`: both bars, and the menu's categories as image cards. A click leads to ordering if the menu can be ordered from (MO-03). */
export function MenuScreen({ menuId }: { menuId: string }) {
  useFirstScreenReady()
  const copy = useLocationCopy()
  const { menus, failed, retry } = useMenus('browse')
  const ordering = useMenus('order')
  const menu = menus?.find((one) => one.external_id === menuId)
  const canOrder =
    copy !== undefined &&
    isOn(copy.location.settings, 'onlineOrders') &&
    ordering.menus?.some((one) => one.external_id === menuId) === true
  const categoryRoute = canOrder
    ? '/order/$menuId/category/$categoryId'
    : '/menus/$menuId/category/$categoryId'
  return (
    <>
      {menus && <MenuBars menus={menus} mode="browse" menuId={menuId} />}
      {menu && <PageHead title={menu.name} lead={menu.description} />}
      <div className="container">
        {menu && menu.categories.length === 0 && <Empty>{t('No categories on this menu')}</Empty>}
        {menu && (
          <Tiles>
            {menu.categories.map((category, place) => (
              <li key={category.id}>
                <Link
                  to={categoryRoute}
                  params={{ menuId, categoryId: category.external_id }}
                  className={tileLink}
                >
                  <TileFace
                    name={category.name}
                    note={category.description}
                    picture={category.image}
                    eager={place === 0}
                  />
                </Link>
              </li>
            ))}
          </Tiles>
        )}
        {menus && !menu && <NoSuchMenu />}
        {!menus && failed && <Unreachable as="h1" failed={failed} what={t('This menu')} onRetry={retry} />}
        {!menus && !failed && <Skeleton count={9} shape="tile" />}
      </div>
    </>
  )
}

function NoSuchMenu() {
  return (
    <>
      <PageHead title={t('This menu is not served anymore')} lead={t('The others are.')} />
      <p className="container">
        <Link to="/menus" className="button button--solid">
          {t('SEE ALL MENUS')}
        </Link>
      </p>
    </>
  )
}
