import { t } from '#contract/language.ts'
import { isOn } from '#contract/rules/features.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { WaysOn } from '#shared/display/ways-on.tsx'

/** The ways on where an order or its receipt cannot be seen. */
export function Fallback() {
  const location = useLocationCopy()?.location
  const first =
    location === undefined
      ? undefined
      : isOn(location.settings, 'onlineOrders')
        ? { path: '/order', label: t('START A NEW ORDER') }
        : isOn(location.settings, 'readOnlyMenu')
          ? { path: '/menus', label: t('SEE THE MENUS') }
          : undefined
  return (
    <WaysOn first={first} call={location && { phone: location.phone, href: phoneHref(location.phone) }} />
  )
}
