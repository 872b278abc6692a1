/**
 * The pages where cards are used to pay: their policy allows the card provider's scripts and no others (docs/security.md). One rule for the server, which
 * writes the policy, and for the worker, which answers with a page that has it. tests/contract/payment-pages.test.ts compares it with the screens.
 */
const paymentPath =
  /^\/(?:ordercheckout|checkout|mycards\/(?:send\/)?(?:Purchase|Reload|SendText|SendEmail|SendPhysical)\/[^/]+)\/?$/i

/** Whether the page of this path takes cards. */
export const isPaymentPath = (path: string): boolean => paymentPath.test(path)

/** The page without a route's texts, which the worker caches for the paths above, where they have a policy of their own. */
export const paymentShellUrl = '/shell/payment'

/** The name of the `<meta>` that tells a page's policy: `payment`, or `open` where third-party scripts may run. Missing: all pages have the same policy. */
export const pageKindName = 'larder-page'
export type PageKind = 'payment' | 'open'
