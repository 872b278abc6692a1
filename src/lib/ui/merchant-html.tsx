import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { isPlainClick } from '#lib/paint/path-link.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import styles from './merchant-html.module.css'
import { ownPathAttribute, sanitiseHtml } from './sanitise-html.ts'

/** Holds the text where the server makes pages: there it is inserted as markup (src/launch/serve-merchant-html.ts). */
export const servedHtmlAttribute = 'data-served-html'

type MerchantHtmlProps = { html: string; className?: string | undefined }

/** To React, what the server has put into the page is markup that it hydrates as it is. The same object each time: React would set another one. */
const asServed = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true } as const

/**
 * The only place that puts a merchant's HTML on a screen (reliability H14). It is inserted as sanitized nodes (sanitise-html.ts), never as text that the
 * browser parses. What the server has put into the page stays if it is the same. Links within the portal are opened by the router.
 */
export function MerchantHtml({ html, className }: MerchantHtmlProps) {
  const place = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  const [isServed] = useState(!isHydrated)
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const base = router && router.basepath !== '/' ? router.basepath : ''
  useLayoutEffect(() => {
    if (place.current) show(sanitiseHtml(html, { origin: location.origin, base }), place.current)
  }, [html, base])
  const go = (event: MouseEvent<HTMLDivElement>): void => {
    const link = event.target instanceof Element ? event.target.closest(`a[${ownPathAttribute}]`) : null
    if (!link || !router || !isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href: link.getAttribute('href') ?? '/' })
  }
  return (
    <div
      ref={place}
      className={className === undefined ? styles.text : `${styles.text} ${className}`}
      onClick={go}
      {...(isServed && asServed)}
      {...(typeof document === 'undefined' && { [servedHtmlAttribute]: html })}
    />
  )
}

/** Nodes that are the same stay: new ones would be painted again. */
function show(nodes: DocumentFragment, place: HTMLElement): void {
  const now = document.createDocumentFragment()
  now.append(...Array.from(place.childNodes, (node) => node.cloneNode(true)))
  if (!now.isEqualNode(nodes)) place.replaceChildren(nodes)
}
