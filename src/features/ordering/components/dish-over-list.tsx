import { t } from '#contract/language.ts'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { findItem, type ItemPlace } from '#lib/query/find-item.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { usePlaceNames } from '#lib/query/use-place-names.ts'
import { findSeo } from '#lib/seo/find-seo.ts'
import { dishRoute } from '#shared/display/dish-card.tsx'
import { DishView } from '#shared/display/dish-view.tsx'
import { NotServed } from './not-served.tsx'
import { OrderForm } from './order-form.tsx'
import { ServedNote } from './served-note.tsx'
import styles from './dish-over-list.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dish shown over the list in this history entry. */
    dishOverList?: ItemPlace
  }
}

/** From this width a dish fits over the list, with its options beside its picture. */
const wideWindow = '(min-width: 1024px)'

const dishPath = /\/order\/([^/]+)\/category\/([^/]+)\/item\/([^/]+)$/

/** The dish that a link in the list leads to. */
function findDish(link: HTMLAnchorElement): ItemPlace | undefined {
  const [, menuId, categoryId, itemId] = (dishPath.exec(link.pathname) ?? []).map(decodeURIComponent)
  return menuId && categoryId && itemId ? { menuId, categoryId, itemId } : undefined
}

/**
 * In a wide window a dish opens over the list, under its own address: BACK closes it and leaves the list where it was. Loading that address, or opening the
 * link in another tab, shows the dish's own page (decision 054).
 */
export function DishOverList() {
  const shown = useLocation({ select: ({ state }) => state.dishOverList })
  const navigate = useNavigate()
  useEffect(() => {
    const over = new AbortController()
    // Captures the click before the link does, with one listener for a list of five hundred. The screen's element may still be replaced after hydration, so the
    // listener is on the document.
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        const dish = link?.closest('#screen') && !link.closest('dialog') ? findDish(link) : undefined
        const wantsPage = event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (!dish || wantsPage || !matchMedia(wideWindow).matches) return
        event.preventDefault()
        void navigate({
          to: '.',
          search: true,
          state: { dishOverList: dish },
          mask: { to: dishRoute.order, params: dish, unmaskOnReload: true },
          resetScroll: false,
        })
      },
      { capture: true, signal: over.signal },
    )
    return () => over.abort()
  }, [navigate])
  if (!shown) return null
  const screen = document.getElementById('screen')
  return screen && createPortal(<DishDialog key={Object.values(shown).join('/')} place={shown} />, screen)
}

/** A modal `dialog`: the browser keeps the focus in it, and hides the list from screen readers. */
function DishDialog({ place }: { place: ItemPlace }) {
  const { menus, tellsAllergens } = useMenus('order')
  const { book, failed, retry } = useBook('order')
  const { history } = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const isLeaving = useRef(false)
  const item = book && findItem(book, place)
  usePageTitle(place)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useEffect(
    () => () => {
      // Not every browser focuses a clicked link, and a dialog opened over this one would return the focus to an element that is gone.
      const links = document.querySelectorAll<HTMLAnchorElement>('#screen a[href*="/item/"]')
      ;[...links].find((link) => isSame(findDish(link), place))?.focus({ preventScroll: true })
    },
    [place],
  )
  const leave = (): void => {
    if (isLeaving.current) return
    isLeaving.current = true
    history.back()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={item?.name ?? t('Dish')}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        leave()
      }}
      // Browsers close a dialog without a `cancel` event when Escape is pressed twice.
      onClose={() => !dialog.current?.open && leave()}
      onClick={(event) => event.target === dialog.current && leave()}
    >
      <div className={styles.inside}>
        <button type="button" className={styles.close} aria-label={t('Close')} onClick={leave}>
          <X aria-hidden size={22} />
        </button>
        {item ? (
          <DishView item={item}>
            <ServedNote menu={menus?.find((one) => one.external_id === place.menuId)} />
            <OrderForm
              item={item}
              line={undefined}
              tellsAllergens={tellsAllergens}
              onMore={(event) => {
                event.preventDefault()
                leave()
              }}
            />
          </DishView>
        ) : book ? (
          <NotServed menuId={place.menuId} what={t('This dish')} />
        ) : (
          <LoadingOrFailed failed={failed} what={t('This dish')} onRetry={retry} />
        )}
      </div>
    </dialog>
  )
}

const isSame = (one: ItemPlace | undefined, other: ItemPlace): boolean =>
  one?.itemId === other.itemId && one.categoryId === other.categoryId && one.menuId === other.menuId

/** Sets the page title to the dish's name while the dish is open. */
function usePageTitle({ menuId, categoryId, itemId }: ItemPlace): void {
  const path = `/order/${menuId}/category/${categoryId}/item/${itemId}`
  const copy = useLocationCopy()
  const names = usePlaceNames(path)
  const title = copy && findSeo(copy, path, names).title
  useEffect(() => {
    if (title === undefined) return undefined
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
