import { t } from '#contract/language.ts'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import type { MenuMode } from '#contract/schemas/menu.ts'
import { LoadingGuard, NotHere } from '#lib/paint/loading-guard.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import styles from './menu-search.module.css'

const SearchResults = lazy(async () => ({ default: (await import('./search-results.tsx')).SearchResults }))

type MenuSearchProps = {
  mode: MenuMode
  /** The query in the address, `?q=`. */
  q: string | undefined
  /** Hidden while something is searched for. */
  children: ReactNode
}

/**
 * A box that searches every dish on the device's menus, with or without a network. The box itself is part of the first screen; the search is loaded when
 * somebody goes into the box. The query stays in the address, so that Back from a dish leads to the same results, and so does a reload.
 */
export function MenuSearch({ mode, q, children }: MenuSearchProps) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState<string>()
  const [seen, setSeen] = useState(q)
  const [kept, setKept] = useState<string>()
  const [said, setSaid] = useState('')
  const [isPrepared, setPrepared] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const place = useRef<HTMLDivElement>(null)
  // The address was changed by Back or a link: it decides what is searched for. Not when this box did it: more was typed into it since.
  if (q !== seen) {
    setSeen(q)
    if (q !== kept) setTyped(undefined)
  }
  const text = typed ?? (isHydrated ? (q ?? '') : '')
  const isSearching = text.trim() !== ''

  const inputOf = () => form.current?.querySelector('input') ?? null
  const listHits = () => [...(place.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
  const clear = useCallback((): void => {
    setTyped('')
    form.current?.querySelector('input')?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isSearching) clear()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!moveFocus(event.key === 'ArrowDown' ? 1 : -1, [inputOf(), ...listHits()])) return
    } else return
    event.preventDefault()
  }
  const keep = (words: string): void => {
    if (words === (q ?? '')) return
    const to = mode === 'order' ? '/order' : '/menus'
    const search = words.trim() ? { q: words } : {}
    setKept(search.q)
    void router.navigate({ to, search, replace: true, resetScroll: false })
  }
  // Text that was typed before the page's scripts ran.
  const takeOver = useCallback((input: HTMLInputElement | null) => {
    if (input && input.value !== '') setTyped(input.value)
  }, [])
  return (
    <div ref={place} onKeyDown={onKeyDown}>
      <form
        ref={form}
        role="search"
        className={`container ${styles.search}`}
        onSubmit={(event) => {
          event.preventDefault()
          listHits()[0]?.focus()
        }}
      >
        <Search aria-hidden size={20} className={styles.icon} />
        <input
          ref={takeOver}
          type="search"
          aria-label={t('Search the menus')}
          placeholder={t('Search for a dish')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
          className={styles.input}
          value={text}
          onChange={({ target: { value } }) => {
            setTyped(value)
            if (!value) keep(value)
          }}
          onFocus={() => setPrepared(true)}
          // On the way to a result, or anywhere else.
          onBlur={() => keep(text)}
        />
      </form>
      <p role="status" className={`container ${styles.count}`}>
        {isSearching && said}
      </p>
      {(isPrepared || isSearching) && (
        <LoadingGuard instead={isSearching && <NotHere />}>
          <Suspense fallback={isSearching && <Waiting />}>
            <SearchResults
              mode={mode}
              text={text}
              onCount={setSaid}
              onClear={clear}
              // On the way elsewhere, the box has lost the focus.
              onPause={() => document.activeElement === inputOf() && keep(text)}
            />
          </Suspense>
        </LoadingGuard>
      )}
      {/* Kept: to remove thousands of dishes, and to render them again, holds up the letters. */}
      <div hidden={isSearching}>{children}</div>
    </div>
  )
}

const Waiting = () => (
  <div className="container">
    <Skeleton count={3} shape="row" />
  </div>
)

/** The arrow keys move from the box through the results and back, and stop at both ends. False where the focus is elsewhere: the keys then scroll as usual. */
function moveFocus(by: 1 | -1, stops: (HTMLElement | null)[]): boolean {
  const at = stops.findIndex((stop) => stop === document.activeElement)
  if (at >= 0) stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus()
  return at >= 0
}
