import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { Box, chakra } from '#lib/ui/box.ts'
import { liveText } from '#lib/paint/marks.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** The answers given so far in a form of several steps, one line each; with another heading where nothing is left to ask. */
export const AnswerRows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <chakra.ul borderBlock="1px solid" borderColor="line" aria-label={label ?? t('Your answers so far')}>
    {children}
  </chakra.ul>
)

/** One line, for content other than a text and a button. */
export const AnswerLine = ({ children }: { children: ReactNode }) => (
  <chakra.li
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    justifyContent="space-between"
    gap="0 12px"
    minHeight="48px"
    borderTop="1px solid"
    borderColor="line"
    _first={{ borderTop: '0' }}
  >
    {children}
  </chakra.li>
)

type AnswerRowProps = {
  name: string
  /** Undefined where there is no answer yet. */
  text: string | undefined
  /** Text in the guest's own words: shown exactly as typed. */
  asTyped?: boolean
  /** It changes with the time of day. */
  live?: boolean
  /** The button's accessible name where there is no answer yet. */
  add?: string | undefined
  /** Left out where the answer cannot be changed. */
  onChange?: (() => void) | undefined
}

const partsOf = (text = '', asTyped: boolean): string[] =>
  text === '' ? [] : asTyped ? [text] : text.split(', ')

/** An answer, and the button that goes back to its question. */
export const AnswerRow = ({
  name,
  text,
  asTyped = false,
  live = false,
  add = t`Add ${name.toLowerCase()}`,
  onChange,
}: AnswerRowProps) => (
  <AnswerLine>
    {/* With letters of twice the size its button stands below it. */}
    <Box display="flex" flexWrap="wrap" gap="0 8px" flex="1" minWidth="min(100%, 8.5em)" paddingBlock="2">
      <chakra.span color="muted" flex="0 0 6em">
        {name}
      </chakra.span>
      <chakra.span
        // A telephone number must stay on one line: it goes below its label where there is no room beside it.
        flex="1 1 8.5em"
        fontWeight={600}
        overflowWrap="anywhere"
        {...(live && liveText)}
      >
        {partsOf(text, asTyped).map((part, at, all) => (
          <chakra.span
            key={at}
            display={asTyped ? 'inline' : 'inline-block'}
            whiteSpace={asTyped ? 'pre-line' : undefined}
            marginInlineEnd="1"
          >
            {/* A name is read in its own direction, and what follows it in the page's. */}
            <bdi>{wholePhones(part)}</bdi>
            {at < all.length - 1 && ', '}
          </chakra.span>
        ))}
      </chakra.span>
    </Box>
    {onChange && (
      <button
        type="button"
        className="button button--quiet"
        aria-label={text ? t`Change ${name.toLowerCase()}` : add}
        onClick={onChange}
      >
        {text ? t('Change') : t('Add')}
      </button>
    )}
  </AnswerLine>
)
