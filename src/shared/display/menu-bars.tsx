import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { type BarRule, barRule, splitOverflow } from '#lib/paint/overflow.ts'
import styles from './menu-bars.module.css'

type Mode = 'browse' | 'order'
const menuRoute = { browse: '/menus/$menuId', order: '/order/$menuId' } as const
const categoryRoute = {
  browse: '/menus/$menuId/category/$categoryId',
  order: '/order/$menuId/category/$categoryId',
} as const

export type MenuBarsProps = {
  menus: MenuOutline['menus']
  mode: Mode
  menuId?: string | undefined
  categoryId?: string
  /** Scrolls away with the page and shows no categories: the page has a bar of its own for them. */
  scrolls?: boolean
}

/** The bar of menus and, under it, the bar of the open menu's categories, each with its overflow under MORE (MO-01). */
export function MenuBars({ menus, mode, menuId, categoryId, scrolls = false }: MenuBarsProps) {
  const menu = menus.find((one) => one.external_id === menuId)
  return (
    <div className={`${styles.bars} ${scrolls ? styles.scrolls : ''}`}>
      <Bar
        label={t('Menus')}
        entries={menus}
        rule={barRule[mode]}
        current={menuId}
        linkTo={(one, rest) => <Link to={menuRoute[mode]} params={{ menuId: one.external_id }} {...rest} />}
      />
      {!scrolls && menu && menu.categories.length > 0 && (
        <Bar
          label={t`${menu.name} categories`}
          entries={menu.categories}
          rule={barRule[mode]}
          current={categoryId}
          second
          linkTo={(one, rest) => (
            <Link
              to={categoryRoute[mode]}
              params={{ menuId: menu.external_id, categoryId: one.external_id }}
              {...rest}
            />
          )}
        />
      )}
    </div>
  )
}

type Entry = { external_id: string; name: string }
type LinkRest = {
  className: string | undefined
  'aria-current': 'page' | undefined
  children: string
  onClick?: () => void
}
type BarProps<T extends Entry> = {
  label: string
  entries: readonly T[]
  rule: BarRule
  current: string | undefined
  second?: boolean
  linkTo: (entry: T, rest: LinkRest) => React.JSX.Element
}

function Bar<T extends Entry>({ label, entries, rule, current, second = false, linkTo }: BarProps<T>) {
  const { shown, more } = splitOverflow(entries, rule)
  const bar = useRef<HTMLUListElement>(null)
  // On a phone the bar scrolls: the open entry comes into view without moving the page.
  useEffect(() => {
    const list = bar.current
    const open = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && open) list.scrollLeft = open.offsetLeft - (list.clientWidth - open.clientWidth) / 2
  }, [current])
  const link = (entry: T, onClick?: () => void) =>
    linkTo(entry, {
      className: styles.link,
      'aria-current': entry.external_id === current ? 'page' : undefined,
      children: entry.name,
      ...(onClick && { onClick }),
    })
  return (
    <nav aria-label={label} className={second ? styles.second : undefined}>
      <ul ref={bar} className={`container ${styles.list}`}>
        {shown.map((entry) => (
          <li key={entry.external_id}>{link(entry)}</li>
        ))}
        {more.length > 0 && (
          <li>
            <More key={current} open={more.some((entry) => entry.external_id === current)}>
              {more.map((entry) => (
                <li key={entry.external_id}>{link(entry)}</li>
              ))}
            </More>
          </li>
        )}
      </ul>
    </nav>
  )
}

function More({ children, open }: { children: React.ReactNode; open: boolean }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const box = details.current
    if (!box) return
    const isInside = (target: EventTarget | null): boolean => target instanceof Node && box.contains(target)
    const onPointer = ({ target }: Event): void => {
      if (!isInside(target)) box.open = false
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !box.open) return
      // The focus was on something in the list, which is removed.
      if (isInside(document.activeElement)) box.querySelector('summary')?.focus()
      box.open = false
    }
    // Tabbing out closes the list. Without a next target it was the window that lost the focus.
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null && !isInside(relatedTarget)) box.open = false
    }
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('pointerdown', onPointer, { signal })
    document.addEventListener('keydown', onKey, { signal })
    box.addEventListener('focusout', onFocusOut, { signal })
    return () => over.abort()
  }, [])
  return (
    <details ref={details} className={styles.more}>
      <summary className={styles.link} data-current={open || undefined}>
        {t('MORE')} <ChevronDown aria-hidden size={16} />
      </summary>
      <ul className={styles.below}>{children}</ul>
    </details>
  )
}
