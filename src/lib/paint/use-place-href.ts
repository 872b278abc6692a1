import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * Makes the address of an element on this page, from its id. Never just `#id`: the page has a base address, so that this would lead to the home page. Without
 * the query, which the prepared pages do not know: a tap that the script handles does not follow the address.
 */
export function usePlaceHref(): (id: string) => string {
  const { basepath } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (id) => `${basepath === '/' ? '' : basepath}${path}#${id}`
}
