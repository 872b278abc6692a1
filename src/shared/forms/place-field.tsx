import { t } from '#contract/language.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { Box, chakra } from '#lib/ui/box.ts'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { TextInput } from '#lib/ui/field.tsx'

/** An address in the form's fields. */
export type FoundPlace = { address: string; city: string; state: string; zip: string }

/** Finds addresses: lib/places/places.ts implements it. */
export type PlaceSource = {
  search: (typed: string) => Promise<{ id: string; description: string }[]>
  find: (id: string) => Promise<FoundPlace>
}

type PlaceFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  places: PlaceSource
  value: string
  onChange: ComponentProps<'input'>['onChange']
  /** Called with all fields of the address that was picked. */
  onFound: (place: FoundPlace) => void
}

/** §9: how long to wait after the last key before searching. */
const restMs = 600
/** Too few letters find nothing useful. */
const minQueryLength = 3

type Suggestion = { id: string; description: string }

/**
 * A street address with suggestions while it is typed. A combobox with a list: arrow keys choose, Enter accepts, Escape closes. Suggestions only help: the
 * typed text stays as it is, also where nothing is found or there is no network.
 */
export function PlaceField({ places, value, onChange, onFound, ...props }: PlaceFieldProps) {
  const listId = useId()
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const [at, setAt] = useState(-1)
  // Only typed text is searched for: not a stored address, and not one that a pick filled in.
  const [typed, setTyped] = useState<string>()
  const latest = useRef<string>(undefined)
  useEffect(() => {
    latest.current = typed
    if (typed === undefined || typed.trim().length < minQueryLength) return
    const timer = setTimeout(() => {
      places.search(typed).then(
        (answer) => latest.current === typed && setFound(answer),
        // Without a network there are no suggestions, and the address is typed in full.
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
  // The guest has typed on since: a late address is dropped, and the typed text stays.
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
          // The press must not move the focus out of the field: that would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          {one.description}
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
