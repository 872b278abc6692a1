import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import { NoOrders } from '#shared/offer-links/not-offered.tsx'
import styles from './not-served.module.css'

/**
 * The explanation to show when online orders are switched off, even if that happens while an ordering screen is open (B12); undefined while they are on or not
 * known.
 */
export function useNoOrders(): React.JSX.Element | undefined {
  const copy = useLocationCopy()
  if (!copy || isOn(copy.location.settings, 'onlineOrders')) return undefined
  return <NoOrders name={copy.location.name} />
}

/**
 * Replaces a menu, or a part of one, that cannot be ordered from: if it can still be read, it is over for now (B14, “Lunch has ended”), otherwise it is gone.
 * `what` is the subject of “… is not served anymore”.
 */
export function NotServed({ menuId, what }: { menuId: string; what: string }) {
  const { menus } = useMenus('browse')
  const ordering = useMenus('order')
  const isOver = ordering.menus !== undefined && !ordering.menus.some((one) => one.external_id === menuId)
  const menu = isOver ? menus?.find((one) => one.external_id === menuId) : undefined
  return (
    <PageHead
      title={menu ? t`${menu.name} cannot be ordered right now` : t`${what} is not served anymore`}
      lead={menu ? t('It is over for now, or for dine-in only. You can still read it.') : undefined}
    >
      <p className={styles.ways}>
        <Link to="/order" className="button button--solid">
          {t('SEE WHAT YOU CAN ORDER')}
        </Link>
        {menu && (
          <Link to="/menus/$menuId" params={{ menuId }} className="button button--second">
            {rich`READ ${menu.name.toUpperCase()}`}
          </Link>
        )}
      </p>
    </PageHead>
  )
}
