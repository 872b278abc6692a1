import { t } from '#contract/language.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { rich } from '#lib/paint/rich.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import styles from './ways-on.module.css'

type Props = {
  /** What the restaurant offers in the place of what is not there. */
  first?: { path: string; label: string } | undefined
  /** Undefined as long as the restaurant is not known. */
  call: { phone: string; href: string } | undefined
}

/** What is left to do where a screen, an order or a receipt is not there: what this restaurant offers, its home, its telephone. */
export const WaysOn = ({ first, call }: Props) => (
  <div className={styles.ways}>
    {first && (
      <PathLink path={first.path} className="button button--solid">
        {first.label}
      </PathLink>
    )}
    <PathLink path="/" className={`button button--${first ? 'quiet' : 'solid'}`}>
      {t('Return Home')}
    </PathLink>
    {call && (
      <a href={call.href} className="button button--quiet">
        <span>{rich`CALL ${wholePhones(call.phone)}`}</span>
      </a>
    )}
  </div>
)
