import { t } from '#contract/language.ts'
import type { Location } from '#contract/schemas/location.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { WaysOn } from './ways-on.tsx'

type Props = {
  location: Pick<Location, 'name' | 'phone'>
  callHref: string
  hasMenus: boolean
  title?: string
  lead?: string
}

/** What this restaurant does not offer, said plainly, with a way on (OV-02): in the place of a whole screen. */
export function NotOffered({
  location: { name, phone },
  callHref,
  hasMenus,
  title = t('Not offered here'),
  lead = t`${name} doesn’t offer this online. Call or visit us.`,
}: Props) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="container">
        <WaysOn
          first={hasMenus ? { path: '/menus', label: t('SEE THE MENUS') } : undefined}
          call={{ phone, href: callHref }}
        />
      </div>
    </>
  )
}
