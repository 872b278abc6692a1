import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { Box, chakra } from '#lib/ui/box.ts'
import { liveText } from '#lib/paint/marks.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** What was said so far on a way through several questions, a line each; under another name where there is nothing left to ask. */
export const AnswerRows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <chakra.ul borderBlock="1px solid" borderColor="line" aria-label={label ?? t('Your answers so far')}>
    {children}
  </chakra.ul>
)

/** One of the lines, for what is not just a text and a button. */
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
  /** Undefined where nothing was said yet. */
  text: string | undefined
  /** Somebody's own sentences, and no list of parts: they stand as they were typed. */
  asTyped?: boolean
  /** It changes with the time of day. */
  live?: boolean
  /** What the button says to a screen reader where nothing was said. */
  add?: string | undefined
  /** Left out where what was said stands. */
  onChange?: (() => void) | undefined
}

const partsOf = (text = '', asTyped: boolean): string[] =>
  text === '' ? [] : asTyped ? [text] : text.split(', ')

/** An answer, and the button that leads back to its question. */
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
        // Room for a telephone number, which stays on one line: below its name where there is none beside it.
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
