import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { MenuSearch } from '#shared/menu-search/menu-search.tsx'
import { MenuBars } from '#shared/display/menu-bars.tsx'
import { OpenLine } from '#shared/display/open-line.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { TileFace, tileLink, Tiles } from '#lib/paint/tile.tsx'
import { useLocationCopy, usePageName } from '#lib/query/location.ts'
import { useMenus } from '#lib/query/menu-book.ts'

/** `/menus`: the bar of menus, a search over all of them, and a tile for each. */
export function MenusScreen({ q }: { q: string | undefined }) {
  useFirstScreenReady()
  const copy = useLocationCopy()
  const { menus, failed, retry } = useMenus('browse')
  const name = usePageName('menus', t('Menus'))
  return (
    <>
      {menus && <MenuBars menus={menus} mode="browse" />}
      <PageHead title={name} lead={copy?.location.hours && <OpenLine location={copy.location} />} />
      <MenuSearch mode="browse" q={q}>
        <div className="container">
          {menus && menus.length === 0 && <Empty>{t('There is no menu to show right now.')}</Empty>}
          {menus && (
            <Tiles>
              {menus.map((menu, place) => (
                <li key={menu.id}>
                  <Link to="/menus/$menuId" params={{ menuId: menu.external_id }} className={tileLink}>
                    <TileFace
                      name={menu.name}
                      note={menu.description}
                      picture={menu.image}
                      eager={place === 0}
                    />
                  </Link>
                </li>
              ))}
            </Tiles>
          )}
          {!menus && failed && <Unreachable failed={failed} what={t('The menu')} onRetry={retry} />}
          {!menus && !failed && <Skeleton count={3} shape="tile" />}
        </div>
      </MenuSearch>
    </>
  )
}
