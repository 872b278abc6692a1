/**
 * The pages on which a card is paid with: their policy admits the card provider and nobody else (docs/security.md). One rule for the server, which writes
 * the policy, and for the worker, which answers with a page that bears it. tests/contract/payment-pages.test.ts holds it and the screens together.
 */
const paymentPath =
  /^\/(?:ordercheckout|checkout|mycards\/(?:send\/)?(?:Purchase|Reload|SendText|SendEmail|SendPhysical)\/[^/]+)\/?$/

/** Whether a page of this path takes cards. */
export const isPaymentPath = (path: string): boolean => paymentPath.test(path)

/** The page without a route's words, as the worker keeps it for the paths above: where they have a policy of their own. */
export const paymentShellUrl = '/shell/payment'

/** The name of the `<meta>` by which a page says whose policy it bears: `payment`, or `open` where others' scripts may run. Not there: all pages have the same. */
export const pageKindName = 'larder-page'
export type PageKind = 'payment' | 'open'
