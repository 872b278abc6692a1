import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * Makes the address of a place on this page, by its element's id. Never `#id` alone: the page has a base address, and that would be a place on the home
 * page. Without the query, which the prepared pages do not know: a tap that the script hears does not follow it.
 */
export function usePlaceHref(): (id: string) => string {
  const { basepath } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (id) => `${basepath === '/' ? '' : basepath}${path}#${id}`
}
