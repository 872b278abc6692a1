import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import type { MenuMode } from '#contract/schemas/menu.ts'
import styles from './dish-view.module.css'

const categoryRoute = {
  browse: '/menus/$menuId/category/$categoryId',
  order: '/order/$menuId/category/$categoryId',
} as const

type BackToDishesProps = {
  menus: MenuOutline['menus'] | undefined
  mode: MenuMode
  menuId: string
  categoryId: string
}

/** From a dish's own page back to its list. */
export function BackToDishes({ menus, mode, menuId, categoryId }: BackToDishesProps) {
  const menu = menus?.find((one) => one.external_id === menuId)
  const category = menu?.categories.find((one) => one.external_id === categoryId)
  if (!category) return null
  return (
    <Link
      to={categoryRoute[mode]}
      params={{ menuId, categoryId }}
      className={styles.back}
      aria-label={t`Back to ${category.name}`}
    >
      <ChevronLeft aria-hidden size={18} />
      {category.name}
    </Link>
  )
}
