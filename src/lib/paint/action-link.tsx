import type { ReactNode } from 'react'
import { parseUrl } from './parse-url.ts'
import type { Announcement, AnnouncementButton } from '#contract/schemas/announcement.ts'
import { isOwnPath, PathLink } from './path-link.tsx'

/** Where an announcement, or an area of a banner, leads: a path of this portal, or a whole address of the web. */
type ActionTarget = { kind: 'own'; path: string } | { kind: 'external'; href: string }

type Action = Pick<AnnouncementButton, 'action' | 'action_is_external' | 'protocol' | 'hostname'>

/**
 * The one gate for what a merchant makes pressable (LH-02, reliability X2). External ones are `https` or `http` only, without a name and a password
 * in front of the host; their address is whole in `action`, or made of `protocol`, `hostname` and `action`. Undefined for what leads nowhere.
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

/** True for a whole address of the web that is what it looks like: `//host`, `https:\\host` and `https://our-bank@evil.example` are not. */
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

/** A link to such a target. One that leaves the portal opens beside it, so that the order stays where it is. */
export function ActionLink({ target, ...rest }: ActionLinkProps) {
  return target.kind === 'own' ? (
    <PathLink path={target.path} {...rest} />
  ) : (
    <OutsideLink href={target.href} {...rest} />
  )
}

/** A link out of the portal. `href` has passed the gate. */
export const OutsideLink = ({ href, ...rest }: Omit<ActionLinkProps, 'target'> & { href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />
)

/** The address of a table at OpenTable, from the announcement that carries its id (LH-04); undefined where none does. */
export function findReservation(announcements: readonly Announcement[]): string | undefined {
  const id = announcements
    .map((one) => one.data?.opentable_id?.trim())
    .find((one) => one !== undefined && /^\d{1,12}$/.test(one))
  return id === undefined ? undefined : `https://www.opentable.com/restref/client/?rid=${id}`
}
