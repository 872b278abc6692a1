import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'

type PathLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  path: string
  children: ReactNode
}

/**
 * A link to a path of this portal from a merchant's settings. Anything that is not a plain path of our own leads to the home page: `//elsewhere` and
 * `javascript:` only look like our paths.
 */
export function PathLink({ path, onClick, ...rest }: PathLinkProps) {
  const router = useRouter()
  const safe = isOwnPath(path) ? path : '/'
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href: router.basepath === '/' ? safe : router.basepath + safe })
  }
  return <a {...rest} href={router.basepath === '/' ? safe : router.basepath + safe} onClick={go} />
}

/** Not for a new tab, a new window or a download: those are the browser's. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** True for a path on this origin: one leading slash, even when unescaped, no backslash, no control characters. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\]|%2f|%5c)[^\\\p{Cc}]*$/iu.test(path)
