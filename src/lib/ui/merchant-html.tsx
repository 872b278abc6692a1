import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { isPlainClick } from '#lib/paint/path-link.tsx'
import styles from './merchant-html.module.css'
import { ownPathAttribute, sanitiseHtml } from './sanitise-html.ts'

/** Holds the text where the server makes pages: there it is inserted as markup (src/launch/serve-merchant-html.ts). */
export const servedHtmlAttribute = 'data-served-html'

type MerchantHtmlProps = { html: string; className?: string | undefined }

/**
 * The only place that puts a merchant's HTML on a screen (reliability H14). It is inserted as sanitized nodes (sanitise-html.ts), never as text that the
 * browser parses. Links within the portal are opened by the router.
 */
export function MerchantHtml({ html, className }: MerchantHtmlProps) {
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const base = router && router.basepath !== '/' ? router.basepath : ''
  useLayoutEffect(() => {
    place.current?.replaceChildren(sanitiseHtml(html, { origin: location.origin, base }))
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
      {...(typeof document === 'undefined' && { [servedHtmlAttribute]: html })}
    />
  )
}
