import { t } from '#contract/language.ts'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { usePlaceHref } from '#lib/paint/use-place-href.ts'
import styles from './category-jump.module.css'

type Menu = MenuOutline['menus'][number]
type Category = Menu['categories'][number]

/** The id of a category's section on the page. */
export const placeOf = (menu: Menu, category: Category): string =>
  `${menu.external_id}-${category.external_id}`

/** The categories shown, always in reach: a tap scrolls to one, and the bar marks the one being read. */
export function CategoryJump({ menus, titled }: { menus: readonly Menu[]; titled: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const current = useCurrentPlace(bar, menus)
  const placeHref = usePlaceHref()
  useEffect(() => {
    const list = bar.current?.querySelector('ul')
    const open = list?.querySelector<HTMLElement>('[aria-current]')
    if (!list) return
    list.scrollLeft = open ? open.offsetLeft - (list.clientWidth - open.clientWidth) / 2 : 0
  }, [current])
  return (
    <nav ref={bar} aria-label={t('Categories')} className={styles.bar}>
      <ul className={`container ${styles.list}`}>
        {menus.map((menu) => [
          titled && menus.length > 1 && menu.categories.length > 0 && (
            <li key={menu.id} className={styles.menu} aria-hidden>
              {menu.name}
            </li>
          ),
          ...menu.categories.map((category) => {
            const place = placeOf(menu, category)
            return (
              <li key={place}>
                <a
                  href={placeHref(place)}
                  className={styles.link}
                  aria-current={place === current ? 'location' : undefined}
                  onClick={goThere}
                >
                  {category.name}
                </a>
              </li>
            )
          }),
        ])}
      </ul>
    </nav>
  )
}

/** Scrolls to the category without a new history entry: BACK leads to where the diner came from. */
function goThere(event: MouseEvent<HTMLAnchorElement>): void {
  const section = document.getElementById(event.currentTarget.hash.slice(1))
  if (!section || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  scrollTo(section)
  section.querySelector<HTMLElement>('h2, h3')?.focus({ preventScroll: true })
}

/** Sections get their real height only when they come into view, so this scrolls again until the position is stable. */
function scrollTo(section: HTMLElement, tries = 6): void {
  section.scrollIntoView({ block: 'start' })
  const { top } = section.getBoundingClientRect()
  if (tries > 0)
    requestAnimationFrame(() => {
      if (Math.abs(section.getBoundingClientRect().top - top) > 1) scrollTo(section, tries - 1)
    })
}

const placesOf = (menus: readonly Menu[]): string[] =>
  menus.flatMap((menu) => menu.categories.map((category) => placeOf(menu, category)))

/** The category just below the bar, as the page is scrolled. */
function useCurrentPlace(
  bar: React.RefObject<HTMLElement | null>,
  menus: readonly Menu[],
): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(() => placesOf(menus)[0])
  useEffect(() => {
    if (!bar.current || typeof IntersectionObserver === 'undefined') return undefined
    const places = placesOf(menus)
    const first = document.getElementById(places[0]!)
    const seen = new Set<string>()
    const below = Math.round(bar.current.getBoundingClientRect().height) + stickyTop(bar.current)
    const watching = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        // Hidden by a search: nothing is read, and the bar comes back as it was.
        if (bar.current?.closest('[hidden]')) return
        // Above all of them, the first counts: it is read next.
        const isAbove = first && first.getBoundingClientRect().top > below
        setCurrent(places.find((place) => seen.has(place)) ?? (isAbove ? first.id : undefined))
      },
      // Observes a band just below the bar.
      { rootMargin: `-${below + 8}px 0px -55% 0px` },
    )
    for (const place of places) {
      const section = document.getElementById(place)
      if (section) watching.observe(section)
    }
    return () => watching.disconnect()
  }, [bar, menus])
  return current
}

const stickyTop = (element: Element): number => Number.parseInt(getComputedStyle(element).top, 10) || 0
