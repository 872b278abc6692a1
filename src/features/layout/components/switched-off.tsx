import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { type ReactNode, useState } from 'react'
import { type FeatureName, findSwitchedOff, isOn } from '#contract/rules/features.ts'
import type { Location } from '#contract/schemas/location.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import styles from './switched-off.module.css'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

type GateProps = { location: Location; path: string; children: ReactNode }

/**
 * What is switched off is not shown (OV-02), but for one thing: where money is on its way, or may be, the screen stays until the person leaves it. A switch
 * may be turned while somebody pays.
 */
export function SwitchGate({ location, path, children }: GateProps) {
  const off = findSwitchedOff(location.settings, path)
  const isPaid = isBeingPaid(useTicket())
  const [openedAt, setOpenedAt] = useState<string>()
  const isPaying = isPayingPath(path)
  if (isPaying && off === undefined && openedAt !== path) setOpenedAt(path)
  const stays = isPaying && (openedAt === path || (off === 'onlineOrders' && isPaid))
  return off !== undefined && !stays ? <SwitchedOff feature={off} location={location} /> : children
}

/** An address of something that this restaurant does not offer: said plainly, with a way on (OV-02). */
function SwitchedOff({ feature, location }: { feature: FeatureName; location: Location }) {
  useFirstScreenReady()
  const { settings, name, phone } = location
  const [title, lead] = wordsOf(feature, name)
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className={`container ${styles.ways}`}>
        <PathLink path="/" className="button button--solid">
          {t('HOME')}
        </PathLink>
        {isOn(settings, 'readOnlyMenu') && (
          <PathLink path="/menus" className="button button--quiet">
            {t('SEE THE MENUS')}
          </PathLink>
        )}
        <a href={phoneHref(phone)} className="button button--quiet">
          {rich`CALL ${wholePhones(phone)}`}
        </a>
      </div>
    </>
  )
}

/** The heading and the sentence of a page that is not there. Every launch carries them: a feature of its own words is one that people look for. */
function wordsOf(feature: FeatureName, name: string): [title: string, lead: string] {
  if (feature === 'onlineOrders')
    return [t('No online orders here'), t`${name} doesn’t take online orders. Call or visit us.`]
  if (feature === 'rewards') return [t('No rewards here'), t`${name} has no rewards program at the moment.`]
  return [t('Not offered here'), t`${name} doesn’t offer this online. Call or visit us.`]
}
