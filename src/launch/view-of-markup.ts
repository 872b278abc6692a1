import { keptKey, type PageView, rootId } from '#contract/page-format.ts'
import { fillMerchantHtml, serveHtml } from './serve-merchant-html.ts'

/** The kit's rules stand in the markup where their element does, and scripts' own on the element: a page of ours allows neither. */
export function viewOf(rendered: string): Omit<PageView, 'sheets'> {
  const css: string[] = []
  const markup = fillMerchantHtml(rendered, serveHtml)
    .replaceAll(/<style data-emotion="[^"]*">(.*?)<\/style>/gs, (_, rules: string) => {
      css.push(rules)
      return ''
    })
    .replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
      const place = css.push(`#${rootId}[data-${keptKey}] [data-style="${css.length}"]{${declarations}}`) - 1
      return ` data-style="${place}"`
    })
  // A layer of the kit's without rules comes without an end, and would take the next one's with it.
  return { markup, css: css.join('\n').replaceAll(/(@layer [\w-]+)(?=@)/g, '$1;') }
}
