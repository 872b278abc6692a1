import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import type { Location } from '#contract/schemas/location.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { rich } from '#lib/paint/rich.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import styles from './not-offered.module.css'

type Props = {
  location: Pick<Location, 'name' | 'phone'>
  callHref: string
  hasMenus: boolean
  title?: string
  lead?: string
  /** Ways to what is like it. */
  children?: ReactNode
}

/** What this restaurant does not offer, said plainly, with a way on (OV-02): in the place of a whole screen. */
export function NotOffered({
  location: { name, phone },
  callHref,
  hasMenus,
  title = t('Not offered here'),
  lead = t`${name} doesn’t offer this online. Call or visit us.`,
  children,
}: Props) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className={`container ${styles.ways}`}>
        <PathLink path="/" className="button button--solid">
          {t('HOME')}
        </PathLink>
        {children}
        {hasMenus && (
          <PathLink path="/menus" className="button button--quiet">
            {t('SEE THE MENUS')}
          </PathLink>
        )}
        <a href={callHref} className="button button--quiet">
          <span>{rich`CALL ${wholePhones(phone)}`}</span>
        </a>
      </div>
    </>
  )
}
