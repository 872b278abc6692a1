import { t } from '#contract/language.ts'
import { type ReactNode, useState } from 'react'
import { type FeatureName, findSwitchedOff } from '#contract/rules/features.ts'
import type { Location } from '#contract/schemas/location.ts'
import { findScreen } from '#contract/screens.ts'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { findPageName } from '#lib/query/location.ts'
import { useSession, useTicket } from '#lib/query/portal-context.tsx'
import { NoOrders, NotOffered } from '#shared/offer-links/not-offered.tsx'

type GateProps = { location: Location; path: string; children: ReactNode }

/**
 * What is switched off is not shown (OV-02), with one exception: where a payment is or may be in progress, the screen stays until the person leaves it. A
 * switch may be changed while somebody pays.
 */
export function SwitchGate({ location, path, children }: GateProps) {
  const off = findSwitchedOff(location.settings, path)
  const closed = findSwitchedOff(location.settings, path, useSession().state)
  const isPaid = isBeingPaid(useTicket())
  const [openedAt, setOpenedAt] = useState<string>()
  const isPaying = isPayingPath(path)
  if (isPaying && off === undefined && openedAt !== path) setOpenedAt(path)
  const stays = isPaying && (openedAt === path || (off === 'onlineOrders' && isPaid))
  // Guests cannot pay where only members may.
  return closed && !(stays && closed === off) ? (
    <SwitchedOff feature={closed} location={location} path={path} />
  ) : (
    children
  )
}

type SwitchedOffProps = { feature: FeatureName; location: Location; path: string }

/** Says that something is not offered, under the restaurant's name of the page, otherwise the screen's name; for a single menu, the name of the menus page. */
function SwitchedOff({ feature, location: { name, settings }, path }: SwitchedOffProps) {
  useFirstScreenReady()
  if (feature === 'onlineOrders') return <NoOrders name={name} />
  const [root] = /^\/[^/]+/.exec(path) ?? [path]
  const title = (findScreen(path)?.title ?? findScreen(root)?.title)!
  return <NotOffered name={name} what={findPageName(settings, root.slice(1).toLowerCase()) ?? t(title)} />
}
