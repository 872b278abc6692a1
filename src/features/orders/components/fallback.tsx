import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { Box } from '#lib/ui/box.ts'
import { PhoneLink } from '#shared/forms/phone-link.tsx'

/** What is left to do where an order or its receipt cannot be seen: what this restaurant offers, and its telephone. */
export function Fallback() {
  const location = useLocationCopy()?.location
  const ordering = location !== undefined && isOn(location.settings, 'onlineOrders')
  const reading = location !== undefined && !ordering && isOn(location.settings, 'readOnlyMenu')
  return (
    <Box display="grid" gap="5">
      {location !== undefined && (
        <p>
          {t('You can always call:')} <PhoneLink phone={location.phone} />
        </p>
      )}
      <Box display="flex" flexWrap="wrap" gap="3">
        {ordering && (
          <Link to="/order" className="button button--solid">
            {t('START A NEW ORDER')}
          </Link>
        )}
        {reading && (
          <Link to="/menus" className="button button--solid">
            {t('SEE THE MENUS')}
          </Link>
        )}
        <Link to="/" className={`button ${ordering || reading ? 'button--quiet' : 'button--solid'}`}>
          {t('Return Home')}
        </Link>
      </Box>
    </Box>
  )
}
