import { phoneHref } from '#contract/rules/phone.ts'

/** The restaurant's number, to be called with a tap. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={phoneHref(phone)} className="row-link">
    {phone}
  </a>
)
