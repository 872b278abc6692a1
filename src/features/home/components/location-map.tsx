import type { Location } from '#contract/schemas/location.ts'
import { t } from '#contract/language.ts'
import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import { addressOf, directionsAddress, type Place } from '#shared/display/directions.ts'
import { FrontPicture } from '#shared/display/front-picture.tsx'
import { streetOf } from '#shared/display/street.ts'
import { OutsideLink } from '#lib/paint/action-link.tsx'
import { useIsNearWindow } from '#lib/paint/use-later.ts'
import styles from './contact.module.css'

/** §9: the map's zoom; its height, 400, is in the stylesheet. */
export const mapZoom = 15

/** What the map's page may do: run scripts, use its own origin, and open the large map in a new tab. No access to our page. */
const mapRights = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Google's own page for an address, from its embedding API (docs: Maps Embed API, mode `place`). */
export const embedAddress = (place: Place, key: string): string =>
  `https://www.google.com/maps/embed/v1/place?${new URLSearchParams({ key, q: addressOf(place), zoom: String(mapZoom) })}`

/**
 * The restaurant's position. With a key, Google's map, and only when it is about to be seen. Without a key no third party is contacted: the restaurant's own
 * photo of its front, if it has one, with the address and a link to directions. A generic drawn map would be wrong for every restaurant.
 */
export function LocationMap({
  location,
  googleKey,
}: {
  location: Place & Pick<Location, 'address2' | 'settings'>
  googleKey: string | undefined
}) {
  const hasPicture = location.settings.consumer_application_settings.home_page?.front_image !== undefined
  const frame = useRef<HTMLDivElement>(null)
  const seen = useIsNearWindow(frame, '200px 0px')
  return (
    <div
      ref={frame}
      className={`${styles.map} ${googleKey === undefined && !hasPicture ? styles.bare : ''}`}
      data-zoom={mapZoom}
    >
      {googleKey !== undefined && seen ? (
        <iframe
          className={styles.embedded}
          title={t`Map of ${location.name}`}
          src={embedAddress(location, googleKey)}
          sandbox={mapRights}
          loading="lazy"
        />
      ) : (
        <FrontPicture location={location} className={styles.front} />
      )}
      <p className={styles.pin}>
        <span>
          <MapPin aria-hidden size={18} /> {streetOf(location)}
        </span>
        <OutsideLink href={directionsAddress(location)} className="row-link">
          {t('Get directions')}
        </OutsideLink>
      </p>
    </div>
  )
}
