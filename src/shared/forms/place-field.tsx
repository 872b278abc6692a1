import { t } from '#contract/language.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { Box, chakra } from '#lib/ui/box.ts'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { TextInput } from '#lib/ui/field.tsx'

/** An address as its fields take it. */
export type FoundPlace = { address: string; city: string; state: string; zip: string }

/** Who finds addresses: lib/places/places.ts has them. */
export type PlaceSource = {
  search: (typed: string) => Promise<{ id: string; description: string }[]>
  find: (id: string) => Promise<FoundPlace>
}

type PlaceFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  places: PlaceSource
  value: string
  onChange: ComponentProps<'input'>['onChange']
  /** One was picked: all of its fields. */
  onFound: (place: FoundPlace) => void
}

/** §9: how long typing rests before it is searched for. */
const restMs = 600
/** Fewer letters than that mean anything. */
const minQueryLength = 3

type Suggestion = { id: string; description: string }

/**
 * A street address that is found while it is typed. A combobox with a list: arrow keys choose, Enter takes, Escape closes. It only ever offers: what is
 * typed stands as it is, also where nothing is found or there is no signal.
 */
export function PlaceField({ places, value, onChange, onFound, ...props }: PlaceFieldProps) {
  const listId = useId()
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const [at, setAt] = useState(-1)
  // Only what a hand types is searched for: not what was kept, and not what a pick has filled in.
  const [typed, setTyped] = useState<string>()
  const latest = useRef<string>(undefined)
  useEffect(() => {
    latest.current = typed
    if (typed === undefined || typed.trim().length < minQueryLength) return
    const timer = setTimeout(() => {
      places.search(typed).then(
        (answer) => latest.current === typed && setFound(answer),
        // Suggestions are a help and no need: without a signal the address is typed to its end.
        () => latest.current === typed && setFound([]),
      )
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed, places])
  const [isLost, setLost] = useState(false)
  const close = (): void => {
    setLost(false)
    setFound([])
    setAt(-1)
    setTyped(undefined)
  }
  // An address that comes after a hand has gone on is not wanted any more: what is typed stands.
  const turn = useRef(0)
  const pick = (suggestion: Suggestion): void => {
    close()
    const own = ++turn.current
    places.find(suggestion.id).then(
      (place) => own === turn.current && onFound(place),
      () => own === turn.current && setLost(true),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (found.length === 0) return
    const move = {
      ArrowDown: at + 1 >= found.length ? 0 : at + 1,
      ArrowUp: at <= 0 ? found.length - 1 : at - 1,
    }[event.key]
    const chosen = found[at]
    if (move !== undefined) setAt(move)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else return
    event.preventDefault()
  }
  const isOpen = found.length > 0
  return (
    <Box position="relative">
      <TextInput
        {...props}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={at >= 0 ? `${listId}${at}` : undefined}
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          turn.current++
          setTyped(event.target.value)
          setFound([])
          setAt(-1)
          onChange?.(event)
        }}
        onBlur={(event) => {
          close()
          props.onBlur?.(event)
        }}
      />
      <List id={listId} found={found} at={at} onPick={pick} />
      <span role="status" className={isLost ? undefined : 'visually-hidden'}>
        {isLost
          ? t('This address could not be looked up. Please type it.')
          : isOpen
            ? countText(found.length)
            : ''}
      </span>
    </Box>
  )
}

const countText = (count: number): string =>
  count === 1 ? t('One address found.') : t`${count} addresses found.`

function List({
  id,
  found,
  at,
  onPick,
}: {
  id: string
  found: readonly Suggestion[]
  at: number
  onPick: (one: Suggestion) => void
}) {
  return (
    <chakra.ul
      {...transientMark}
      id={id}
      role="listbox"
      aria-label={t('Addresses')}
      hidden={found.length === 0}
      position="absolute"
      zIndex="dropdown"
      insetInline="0"
      marginTop="1"
      background="raised"
      border="1px solid"
      borderColor="line"
      borderRadius="s"
      boxShadow="var(--h-lift)"
    >
      {found.map((one, place) => (
        <chakra.li
          key={one.id}
          id={`${id}${place}`}
          role="option"
          aria-selected={place === at}
          minHeight="44px"
          padding="3"
          cursor="pointer"
          background={place === at ? 'surface' : undefined}
          textDecoration={place === at ? 'underline' : undefined}
          // The press must not take the focus from the field, which would close the list before it is a click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          {one.description}
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
