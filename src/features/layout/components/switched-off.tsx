import { t } from '#contract/language.ts'
import { type ReactNode, useState } from 'react'
import { type FeatureName, findSwitchedOff, isOn } from '#contract/rules/features.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { Location } from '#contract/schemas/location.ts'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { useSession, useTicket } from '#lib/query/portal-context.tsx'
import { NotOffered } from '#shared/display/not-offered.tsx'

type GateProps = { location: Location; path: string; children: ReactNode }

/**
 * What is switched off is not shown (OV-02), but for one thing: where money is on its way, or may be, the screen stays until the person leaves it. A switch
 * may be turned while somebody pays.
 */
export function SwitchGate({ location, path, children }: GateProps) {
  const off = findSwitchedOff(location.settings, path)
  const isGuest = useSession().state === 'guest'
  const isPaid = isBeingPaid(useTicket())
  const [openedAt, setOpenedAt] = useState<string>()
  const isPaying = isPayingPath(path)
  if (isPaying && off === undefined && openedAt !== path) setOpenedAt(path)
  const stays = isPaying && (openedAt === path || (off === 'onlineOrders' && isPaid))
  const shown = (!stays && off) || (isGuest && findSwitchedOff(location.settings, path, 'guestPaths'))
  return shown ? <SwitchedOff feature={shown} location={location} /> : children
}

function SwitchedOff({ feature, location }: { feature: FeatureName; location: Location }) {
  useFirstScreenReady()
  return (
    <NotOffered
      location={location}
      callHref={phoneHref(location.phone)}
      hasMenus={isOn(location.settings, 'readOnlyMenu')}
      {...wordsOf(feature, location.name)}
    />
  )
}

/** Every launch carries them: a feature of its own words is one that people look for. */
const wordsOf = (feature: FeatureName, name: string): { title?: string; lead?: string } =>
  feature === 'onlineOrders'
    ? {
        title: t('No online orders here'),
        lead: t`${name} doesn’t take online orders. Call or visit us.`,
      }
    : feature === 'rewards'
      ? { title: t('No rewards here'), lead: t`${name} has no rewards program.` }
      : {}
