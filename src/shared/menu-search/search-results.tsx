import { plural, t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCents } from '#contract/money.ts'
import { dietNames, lowerName } from '#contract/rules/allergens.ts'
import { fitsDietaryNeeds, type DietaryNeeds } from '#contract/rules/diets.ts'
import type { MenuBook, MenuItem, MenuMode } from '#contract/schemas/menu.ts'
import { ShowAll } from '#shared/allergens/avoided-note.tsx'
import { dishRoute, Marks } from '#shared/display/dish-card.tsx'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { LoadingOrFailed, Skeleton } from '#lib/paint/screen-states.tsx'
import { readStateOf } from '#lib/query/answer-query.ts'
import { bookQuery, useMenus } from '#lib/query/menu-book.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useSoldOutIn } from '#lib/query/use-sold-out.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'
import { highlightWords } from './words.ts'
import { type Found, type Hit, type HitGroup, indexOf, type MenuIndex } from './menu-index.ts'
import styles from './search-results.module.css'

export type SearchResultsProps = {
  mode: MenuMode
  text: string
  /** How many were found, in words. */
  onCount: (said: string) => void
  onClear: () => void
  /** Nobody has typed for a while. */
  onPause: () => void
}

/** How long nobody has typed before the words are stored in the address (ms). */
const pauseMs = 500

/** How many are shown before the guest asks for the rest. */
const firstHits = 40

/**
 * Dishes found in the device's menus, below their menu and category. Each is a link that opens in the page's mode. Without words it only prepares, so that the
 * first letter is answered at once.
 */
export function SearchResults(props: SearchResultsProps) {
  const read = useRead(props.mode)
  useEffect(() => void (read.book && indexOf(read.book)), [read.book])
  return props.text.trim() === '' ? null : <Searching {...props} read={read} />
}

/** The book of a mode as it was read: what is sold out changes, what is found does not. */
function useRead(mode: MenuMode) {
  const { load, facts } = usePortal()
  const query = useQuery(bookQuery(load, facts.host.locationId, mode))
  return { ...readStateOf(query), book: query.data?.value }
}

type SearchingProps = SearchResultsProps & { read: ReturnType<typeof useRead> }

function Searching({ onPause, ...props }: SearchingProps) {
  const pause = useEffectEvent(onPause)
  useEffect(() => {
    const timer = setTimeout(pause, pauseMs)
    return () => clearTimeout(timer)
  }, [props.text])
  return (
    <>
      {/* It lies on the box's end, and comes after it: what finds it comes with the first letter. */}
      <div className={`container ${styles.onBox}`}>
        <button type="button" aria-label={t('Clear search')} className={styles.clear} onClick={props.onClear}>
          <X aria-hidden size={20} />
        </button>
      </div>
      <Results {...props} />
    </>
  )
}

type ResultsProps = Omit<SearchingProps, 'onPause'>

function Results({ read: { book, failed, retry }, ...rest }: ResultsProps) {
  const ready = useReady(book)
  const looked = useDeferredValue(rest.text)
  const needs = useDietaryNeeds(useMenus(rest.mode))
  const shown = useSoldOutIn(ready?.book, rest.mode)
  if (!ready || !shown)
    return (
      <div className="container">
        {book ? (
          <Skeleton count={3} shape="row" />
        ) : (
          <LoadingOrFailed failed={failed} what={t('The menu')} onRetry={retry} />
        )}
      </div>
    )
  return <Hits index={ready.index} book={shown} looked={looked} needs={needs} {...rest} />
}

type Ready = { book: MenuBook; index: MenuIndex }

/**
 * A book and its index, once that is built; while a newer book is being indexed, the last one. Not by suspending: React shows what was suspended 0.3 s after its
 * placeholder at the soonest.
 */
function useReady(book: MenuBook | undefined): Ready | undefined {
  const index = book && indexOf(book).index
  const [built, setBuilt] = useState<Ready | undefined>(() => book && index && { book, index })
  useEffect(() => {
    let isCurrent = true
    const show = (one: MenuIndex): void => void (isCurrent && setBuilt({ book: book!, index: one }))
    if (book) void indexOf(book).ready.then(show)
    return () => void (isCurrent = false)
  }, [book])
  return built
}

type Shown = Found & {
  /** Dishes matched the query, but none of them matches the dietary needs. */
  isHidden: boolean
}

/** The dishes found that match the dietary needs. */
function onlyFitting({ groups }: Found, needs: DietaryNeeds): Shown {
  const left = groups
    .map((group) => ({ ...group, hits: group.hits.filter(({ item }) => fitsDietaryNeeds(item, needs)) }))
    .filter(({ hits }) => hits.length > 0)
  const total = left.reduce((sum, { hits }) => sum + hits.length, 0)
  return { total, groups: left, isHidden: total === 0 && groups.length > 0 }
}

/** `, vegan, without milk`: appended to the query. */
const onlyText = ({ avoided, diets }: DietaryNeeds): string =>
  [
    ...diets.map((one) => `, ${t(dietNames[one]).toLowerCase()}`),
    avoided.length > 0 && t`, without ${avoided.map(lowerName).join(', ')}`,
  ]
    .filter(Boolean)
    .join('')

type HitsProps = Omit<ResultsProps, 'text' | 'read'> &
  Ready & {
    /** The words that were searched for: the text of the box, or the previous one while its results are being rendered. */
    looked: string
    needs: DietaryNeeds
  }

/** Memoized: a key first shows its letter, without rendering the results or their count again. */
const Hits = memo(function Hits({ index, book, looked, needs, mode, onCount, onClear }: HitsProps) {
  const [wholeFor, setWholeFor] = useState<string>()
  const found = useMemo((): Shown => {
    const limit = wholeFor === looked ? Infinity : firstHits
    return needs.uneaten.length > 0
      ? onlyFitting(index.search(book, looked, Infinity), needs)
      : { ...index.search(book, looked, limit), isHidden: false }
  }, [index, book, looked, wholeFor, needs])
  const { total, isHidden } = found
  const shown = countHits(found)
  // After a tap on the button the focus goes to the first dish that it revealed.
  const drawn = useGrowing(found, wholeFor === looked ? firstHits : 0)
  const only = onlyText(needs)
  const said =
    total === 0
      ? t`No dish found for “${looked.trim()}”${only}`
      : plural(total, '{0} dish found for “{1}”{2}', '{0} dishes found for “{1}”{2}', looked.trim(), only)
  // In the same frame as the results.
  useLayoutEffect(() => onCount(said), [said, onCount])
  const list = useRef<HTMLDivElement>(null)
  // The button is removed.
  useLostFocus(
    wholeFor === looked,
    () => list.current?.querySelectorAll<HTMLElement>('[data-hit]')[firstHits],
  )
  return (
    <div ref={list} className={`container ${styles.found}`}>
      {drawn.map((group) => (
        <Group key={`${group.menuId} ${group.categoryId}`} group={group} mode={mode} />
      ))}
      {total > shown && (
        <button type="button" className="button button--quiet" onClick={() => setWholeFor(looked)}>
          {rich`Show all ${total}`}
        </button>
      )}
      {total === 0 && (
        <div className={styles.nothing}>
          {isHidden ? (
            <p>
              {t('What we found does not fit what you chose.')} <ShowAll />
            </p>
          ) : (
            <p>{t('We looked through every menu. Try fewer letters, or another word for it.')}</p>
          )}
          <button type="button" className="button button--second" onClick={onClear}>
            {t('BACK TO THE MENUS')}
          </button>
        </div>
      )}
    </div>
  )
})

const countHits = ({ groups }: Found): number => groups.reduce((sum, { hits }) => sum + hits.length, 0)

/** The smallest height of a result (px), and how many results are rendered at once beyond those in the window. */
const leastHeight = 60
const step = 40

/**
 * The results to render now: what fits in the window and what was there before, then the rest in steps in the background, so that the next key is answered. At
 * first there is what fits below the first `least`.
 */
function useGrowing(found: Found, least: number): HitGroup[] {
  const [grown, setGrown] = useState<{ of: Found; count: number }>()
  const count = grown?.of === found ? grown.count : least + Math.ceil(innerHeight / leastHeight)
  const isMore = count < countHits(found)
  useEffect(() => {
    if (!isMore) return undefined
    const timer = setTimeout(() => startTransition(() => setGrown({ of: found, count: count + step })))
    return () => clearTimeout(timer)
  }, [found, count, isMore])
  return useMemo(() => {
    const before = grown ? firstOf(grown.of, grown.count) : []
    const drawn = new Set([...before, ...firstOf(found, count)])
    return found.groups
      .map((group) => ({ ...group, hits: group.hits.filter(({ item }) => drawn.has(item)) }))
      .filter(({ hits }) => hits.length > 0)
  }, [found, count, grown])
}

const firstOf = ({ groups }: Found, count: number): MenuItem[] =>
  groups
    .flatMap(({ hits }) => hits)
    .slice(0, count)
    .map(({ item }) => item)

function Group({ group, mode }: { group: HitGroup; mode: MenuMode }) {
  const title = `${group.menuName} · ${group.categoryName}`
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {group.hits.map((hit) => (
          <li key={hit.item.id} className={styles.cell}>
            <HitLink {...hit} menuId={group.menuId} categoryId={group.categoryId} mode={mode} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type HitLinkProps = Hit & { menuId: string; categoryId: string; mode: MenuMode }

/** Memoized: a result that was already shown for the previous letters is not rendered again. */
const HitLink = memo(function HitLink({ item, words, menuId, categoryId, mode }: HitLinkProps) {
  return (
    <Link
      data-hit
      className={styles.hit}
      to={dishRoute[mode]}
      params={{ menuId, categoryId, itemId: item.external_id }}
    >
      <span className={styles.line}>
        <span className={styles.name}>
          <Marked text={item.name} words={words} />
        </span>
        <span className="price">{formatCents(item.omnivore.price_per_unit)}</span>
      </span>
      {item.description && (
        <span className={styles.description}>
          <Marked text={item.description} words={words} />
        </span>
      )}
      <Marks item={item} />
    </Link>
  )
}, isSameHit)

function isSameHit({ words, ...one }: HitLinkProps, { words: otherWords, ...other }: HitLinkProps): boolean {
  return (
    one.item === other.item &&
    one.menuId === other.menuId &&
    one.categoryId === other.categoryId &&
    one.mode === other.mode &&
    words.size === otherWords.size &&
    [...words].every((word) => otherWords.has(word))
  )
}

function Marked({ text, words }: { text: string; words: ReadonlySet<string> }) {
  return highlightWords(text, words).map((part, place) =>
    part.hit ? <mark key={place}>{part.text}</mark> : part.text,
  )
}
