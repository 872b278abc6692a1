import { Button } from '#lib/ui/button.tsx'
import styles from './admin.module.css'

/** The pages of a list, from 1. On the first and the last page the buttons stay but do nothing, so that keyboard users keep their place. */
export function Pager(props: {
  page: number
  pages: number
  /** The position: `Page 2 of 3`. */
  where: string
  /** The labels for the previous and the next page. */
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
