import { t } from '#contract/language.ts'
import { isOn } from '#contract/rules/features.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { Location } from '#contract/schemas/location.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { rich } from '#lib/paint/rich.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { Box } from '#lib/ui/box.ts'

/** In the place of an order for a gift card that the restaurant does not offer: the types share an address, so the page's switch cannot say it. */
export function NotOffered({ location: { name, phone, settings } }: { location: Location }) {
  return (
    <>
      <PageHead
        title={t('Not offered here')}
        lead={t`${name} doesn’t offer this online. Call or visit us.`}
      />
      <Box className="container" display="flex" flexWrap="wrap" gap="3" paddingBottom="12">
        <PathLink path="/" className="button button--solid">
          {t('HOME')}
        </PathLink>
        {isOn(settings, 'readOnlyMenu') && (
          <PathLink path="/menus" className="button button--quiet">
            {t('SEE THE MENUS')}
          </PathLink>
        )}
        <a href={phoneHref(phone)} className="button button--quiet">
          {rich`CALL ${wholePhones(phone)}`}
        </a>
      </Box>
    </>
  )
}
