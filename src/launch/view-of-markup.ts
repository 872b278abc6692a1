import { keptKey, type PageView, rootId } from '#contract/page-format.ts'
import { fillMerchantHtml } from './serve-merchant-html.ts'

/** The kit's rules are in the markup beside their element, and those that scripts set are on the element: the policy of our pages allows neither. */
export function viewOf(rendered: string): PageView {
  const css: string[] = []
  const markup = fillMerchantHtml(rendered)
    .replaceAll(/<style data-emotion="[^"]*">(.*?)<\/style>/gs, (_, rules: string) => {
      css.push(rules)
      return ''
    })
    .replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
      const place = css.push(`#${rootId}[data-${keptKey}] [data-style="${css.length}"]{${declarations}}`) - 1
      return ` data-style="${place}"`
    })
  // An empty layer of the UI kit's has no closing bracket, and would swallow the next one's.
  return { markup, css: css.join('\n').replaceAll(/(@layer [\w-]+)(?=@)/g, '$1;') }
}
