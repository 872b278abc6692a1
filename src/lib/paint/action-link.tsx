import type { ReactNode } from 'react'
import { parseUrl } from './parse-url.ts'
import type { Announcement, AnnouncementButton } from '#contract/schemas/announcement.ts'
import { isOwnPath, PathLink } from './path-link.tsx'

/** Where an announcement, or an area of a banner, links to: a path of this portal, or a complete web address. */
type ActionTarget = { kind: 'own'; path: string } | { kind: 'external'; href: string }

type Action = Pick<AnnouncementButton, 'action' | 'action_is_external' | 'protocol' | 'hostname'>

/**
 * The only check for links that a merchant configures (LH-02, reliability X2). External ones must be `https` or `http`, without a user name or password before
 * the host; their address is complete in `action`, or made of `protocol`, `hostname` and `action`. Undefined for an invalid target.
 */
export function findTarget({
  action = '',
  action_is_external,
  protocol,
  hostname,
}: Action): ActionTarget | undefined {
  if (action_is_external !== true) return isOwnPath(action) ? { kind: 'own', path: action } : undefined
  const host = hostname?.trim() ?? ''
  const isPath = action === '' || action.startsWith('/')
  const href =
    host === ''
      ? action.trim()
      : `${(protocol?.trim() || 'https').replace(/:?(\/\/)?$/, '')}://${host}${isPath ? action : `/${action}`}`
  return isWebAddress(href) ? { kind: 'external', href } : undefined
}

/** True for a complete web address that means what it seems to: `//host`, `https:\\host` and `https://our-bank@evil.example` do not. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{Cc}/?#]+/iu.test(address) || /[\s\\\p{Cc}]/u.test(address)) return false
  const url = parseUrl(address)
  return url?.username === '' && url.password === '' && url.hostname !== ''
}

type ActionLinkProps = {
  target: ActionTarget
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string
  onClick?: () => void
}

/** A link to such a target. One that leaves the portal opens in a new tab, so that the order stays open. */
export function ActionLink({ target, ...rest }: ActionLinkProps) {
  return target.kind === 'own' ? (
    <PathLink path={target.path} {...rest} />
  ) : (
    <OutsideLink href={target.href} {...rest} />
  )
}

/** A link out of the portal. `href` must have passed the check. */
export const OutsideLink = ({ href, ...rest }: Omit<ActionLinkProps, 'target'> & { href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />
)

/** The address of a reservation at OpenTable, from the announcement that has its id (LH-04); undefined where none has. */
export function findReservation(announcements: readonly Announcement[]): string | undefined {
  const id = announcements
    .map((one) => one.data?.opentable_id?.trim())
    .find((one) => one !== undefined && /^\d{1,12}$/.test(one))
  return id === undefined ? undefined : `https://www.opentable.com/restref/client/?rid=${id}`
}
