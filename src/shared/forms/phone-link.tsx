import { phoneHref } from '#contract/rules/phone.ts'

/** The restaurant's phone number as a link that calls it. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={phoneHref(phone)} className="row-link">
    {phone}
  </a>
)
