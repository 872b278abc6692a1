import { useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import styles from './admin.module.css'
import { SearchField } from './search-field.tsx'

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
      <SearchField
        label="Name or email"
        name="people-search"
        maxLength={120}
        value={typed}
        onType={setTyped}
      />
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
