import type { ReactNode } from 'react'

/** Splits a text at the telephone numbers in it, as restaurants and the portal write them. */
export const phonePattern = /(\(\d{3}\) ?\d{3}-\d{4})/

/** A text in which a telephone number (`(212) 555-0142`) is not broken over two lines. The words stay as they are, to be copied and read aloud. */
export const wholePhones = (text: string): ReactNode =>
  text.split(phonePattern).map((part, place) =>
    // Between the words, which a split leaves at the even places, stand the numbers.
    place % 2 === 1 ? (
      <span key={place} className="whole">
        {part}
      </span>
    ) : (
      part
    ),
  )
