import { Button } from '#lib/ui/button.tsx'
import styles from './admin.module.css'

/** The pages of a list, from 1. At the first and the last a button stays, so that the keyboard keeps its place, and does nothing. */
export function Pager(props: {
  page: number
  pages: number
  /** Where somebody is: `Page 2 of 3`. */
  where: string
  /** The words to the page before, and to the one after. */
  words: readonly [string, string]
  onPage: (page: number) => void
}) {
  const { page, pages, where, words, onPage } = props
  const to = (label: string, next: number) => (
    <Button
      look="second"
      aria-disabled={next < 1 || next > pages}
      onClick={() => {
        if (next >= 1 && next <= pages) onPage(next)
      }}
    >
      {label}
    </Button>
  )
  return (
    <nav className={styles.pager} aria-label="Pages">
      {to(words[0], page - 1)}
      <span role="status" className={styles.count}>
        {where}
      </span>
      {to(words[1], page + 1)}
    </nav>
  )
}
