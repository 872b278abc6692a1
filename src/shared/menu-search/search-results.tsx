import { plural, t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import {
  memo,
  startTransition,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCents } from '#contract/money.ts'
import { allergenNames, dietNames } from '#contract/rules/allergens.ts'
import { fitsDietaryNeeds, type DietaryNeeds } from '#contract/rules/diets.ts'
import type { MenuBook, MenuItem, MenuMode } from '#contract/schemas/menu.ts'
import { ShowAll } from '#shared/allergens/avoided-note.tsx'
import { dishRoute, Marks } from '#shared/display/dish-card.tsx'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { LoadingOrFailed, Skeleton } from '#lib/paint/screen-states.tsx'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
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

/** Dishes found in the device's menus, below their menu and category. Each is a link that opens in the page's mode. */
export function SearchResults({ onPause, ...props }: SearchResultsProps) {
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

type ResultsProps = Omit<SearchResultsProps, 'onPause'>

function Results({ mode, ...rest }: ResultsProps) {
  const { book, failed, retry } = useBook(mode)
  // While a newer book is being indexed, the results of the last one are shown.
  const shown = useDeferredValue(book)
  if (!shown)
    return (
      <div className="container">
        <LoadingOrFailed failed={failed} what={t('The menu')} onRetry={retry} />
      </div>
    )
  return (
    <Suspense
      fallback={
        <div className="container">
          <Skeleton count={3} shape="row" />
        </div>
      }
    >
      <FoundDishes book={shown} mode={mode} {...rest} />
    </Suspense>
  )
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
    avoided.length > 0 &&
      t`, without ${avoided.map((one) => t(allergenNames[one]).toLowerCase()).join(', ')}`,
  ]
    .filter(Boolean)
    .join('')

function FoundDishes({ book, text, ...rest }: ResultsProps & { book: MenuBook }) {
  const index = use(indexOf(book))
  const looked = useDeferredValue(text)
  const needs = useDietaryNeeds(useMenus(rest.mode))
  return <Hits index={index} looked={looked} needs={needs} {...rest} />
}

type HitsProps = Omit<ResultsProps, 'text'> & {
  index: MenuIndex
  /** What these are the results of: the text of the box, or the one before it while its results are being rendered. */
  looked: string
  needs: DietaryNeeds
}

/** Memoized: a key shows its letter first, which renders none of the results, and neither does their count. */
const Hits = memo(function Hits({ index, looked, needs, mode, onCount, onClear }: HitsProps) {
  const [wholeFor, setWholeFor] = useState<string>()
  const found = useMemo((): Shown => {
    const limit = wholeFor === looked ? Infinity : firstHits
    return needs.uneaten.length > 0
      ? onlyFitting(index.search(looked, Infinity), needs)
      : { ...index.search(looked, limit), isHidden: false }
  }, [index, looked, wholeFor, needs])
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

/** Memoized: of a result that was there for the letters before, nothing is rendered anew. */
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
