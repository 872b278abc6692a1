import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { lazy, useEffect, useId, useRef, useState } from 'react'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { barRule, type Overflow, splitOverflow } from '#lib/paint/overflow.ts'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useMenus } from '#lib/query/menu-book.ts'
import styles from './home-menus.module.css'
import { LazyPart } from './later.tsx'

const HomeDishes = lazy(() => import('./home-dishes.tsx'))

/**
 * The menus of the home page: a tab for each, below it a tab for each of its categories, and their dishes with prices (LH-11). The bar shows the first 10
 * menus, and as many categories as fit in 85 characters; the rest is under MORE (§9 *Tab overflow*).
 */
export function HomeMenus() {
  const { menus, failed, retry } = useMenus('browse')
  return (
    <section className={`container ${styles.menus}`} aria-labelledby="menus">
      <h2 id="menus">{t('Menus')}</h2>
      {menus && <Tabs menus={menus} />}
      {!menus && failed && <Unreachable failed={failed} what={t('The menu')} onRetry={retry} />}
      {!menus && !failed && <Skeleton count={3} shape="row" />}
    </section>
  )
}

function Tabs({ menus }: { menus: MenuOutline['menus'] }) {
  const [menuId, setMenuId] = useState<string>()
  const [categoryId, setCategoryId] = useState<string>()
  const panel = useId()
  const menu = menus.find((one) => one.external_id === menuId) ?? menus[0]
  const category = menu?.categories.find((one) => one.external_id === categoryId) ?? menu?.categories[0]
  if (!menu) return <p className={styles.none}>{t('Menu coming soon.')}</p>
  return (
    <>
      <Bar
        label={t('Menus')}
        panel={panel}
        split={splitOverflow(menus, barRule.onePage)}
        current={menu.external_id}
        onPick={(id) => {
          setMenuId(id)
          setCategoryId(undefined)
        }}
      />
      {menu.categories.length > 1 && (
        <Bar
          label={t`${menu.name} categories`}
          panel={panel}
          split={splitOverflow(menu.categories, barRule.order)}
          current={category?.external_id}
          second
          onPick={setCategoryId}
        />
      )}
      <div id={panel} className={styles.panel}>
        <div className={styles.head}>
          <h3>{category?.name ?? menu.name}</h3>
          <Link to="/menus/$menuId" params={{ menuId: menu.external_id }} className="row-link">
            {rich`See all of ${menu.name}`}
          </Link>
        </div>
        {category ? (
          <LazyPart className={styles.room}>
            <HomeDishes menuId={menu.external_id} categoryId={category.external_id} />
          </LazyPart>
        ) : (
          <p className={styles.none}>{t('No categories on this menu')}</p>
        )}
      </div>
    </>
  )
}

type Entry = { external_id: string; name: string }
type BarProps = {
  label: string
  panel: string
  split: Overflow<Entry>
  current: string | undefined
  second?: boolean
  onPick: (id: string) => void
}

/** Toggle buttons, one of which is pressed; what does not fit is under MORE. On a phone the row scrolls sideways. */
function Bar({ label, panel, split: { shown, more }, current, second = false, onPick }: BarProps) {
  const tabs = { panel, current, onPick }
  return (
    <ul className={`${styles.bar} ${second ? styles.second : ''}`} aria-label={label}>
      <TabItems entries={shown} {...tabs} />
      {more.length > 0 && (
        <li>
          <More {...tabs} entries={more} />
        </li>
      )}
    </ul>
  )
}

type TabItemsProps = {
  entries: readonly Entry[]
  panel: string
  current: string | undefined
  onPick: (id: string) => void
}

const TabItems = ({ entries, panel, current, onPick }: TabItemsProps) =>
  entries.map(({ external_id, name }) => (
    <li key={external_id}>
      <button
        type="button"
        className={styles.tab}
        aria-pressed={external_id === current}
        aria-controls={panel}
        onClick={() => onPick(external_id)}
      >
        {name}
      </button>
    </li>
  ))

/** What the bar has no room for. Closed by a choice, by Escape and by a tap outside. */
function More(props: TabItemsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const open = props.entries.find((entry) => entry.external_id === props.current)?.name
  const close = (): void => {
    if (!details.current?.open) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  useEffect(() => {
    const leave = (event: Event): void => {
      const inside = event.target instanceof Node && details.current?.contains(event.target)
      if (details.current && !inside) details.current.open = false
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [])
  const pick = (id: string): void => {
    props.onPick(id)
    close()
  }
  return (
    <details ref={details} className={styles.more} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary className={styles.tab} data-current={open ? '' : undefined}>
        {open ? t`MORE: ${open}` : t('MORE')} <ChevronDown aria-hidden size={16} />
      </summary>
      <ul className={styles.below}>
        <TabItems {...props} onPick={pick} />
      </ul>
    </details>
  )
}
