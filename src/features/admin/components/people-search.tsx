import { useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import styles from './admin.module.css'

/** Finds somebody on a team that fills more than one page. An empty search shows everybody again. */
export function PeopleSearch(props: {
  /** The current search. */
  search: string
  isLong: boolean
  onSearch: (search: string) => void
}) {
  const { search, isLong, onSearch } = props
  const [typed, setTyped] = useState(search)
  // Removing it under the fingers of somebody who types would lose the text and the focus.
  const [isShown, setShown] = useState(isLong)
  if (isLong && !isShown) setShown(true)
  if (!isShown) return null
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Field label="Name or email">
        {(field) => (
          <TextInput
            {...field}
            name="people-search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={120}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="second">
        FIND
      </Button>
      {search !== '' && (
        <Button
          look="second"
          onClick={() => {
            setTyped('')
            onSearch('')
          }}
        >
          SHOW EVERYBODY
        </Button>
      )}
    </form>
  )
}
