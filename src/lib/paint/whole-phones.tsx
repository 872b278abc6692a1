import type { ReactNode } from 'react'

/** Matches phone numbers in a text, as restaurants and the portal write them. */
export const phonePattern = /(\(\d{3}\) ?\d{3}-\d{4})/

/** A text in which a phone number (`(212) 555-0142`) does not break across lines. The text is unchanged for copying and reading aloud. */
export const wholePhones = (text: string): ReactNode =>
  text.split(phonePattern).map((part, place) =>
    // A split puts the numbers at the odd positions, between the words.
    place % 2 === 1 ? (
      <span key={place} className="whole">
        {part}
      </span>
    ) : (
      part
    ),
  )
