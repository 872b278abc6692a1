import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { Location } from '#contract/schemas/location.ts'
import styles from './content.module.css'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** The restaurant's address, phone and fax, at the bottom of its legal texts (RA-03). */
export function Place({ location }: { location: Location }) {
  return (
    <address className={styles.place}>
      <strong>{location.name}</strong>
      <span>{[location.address1, location.address2].filter(Boolean).join(', ')}</span>
      <span>
        {location.city}, {location.state} {location.zip}
      </span>
      <span>
        {t('Phone:')}{' '}
        <a className="row-link" href={phoneHref(location.phone)}>
          {location.phone}
        </a>
      </span>
      {location.fax && <span>{rich`Fax: ${wholePhones(location.fax)}`}</span>}
    </address>
  )
}
