import { t } from '#contract/language.ts'
import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import { addressOf, directionsAddress, type Place } from '#shared/display/directions.ts'
import { OutsideLink } from '#lib/paint/action-link.tsx'
import { useSeen } from '#lib/paint/use-later.ts'
import styles from './contact.module.css'

/** §9: the map's zoom; its height, 400, stands in the stylesheet. */
export const mapZoom = 15

/** What the map's page may do here: run, draw from its own origin, and open the large map beside. Nothing of ours. */
const mapRights = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Google's own page of an address, with the map of its embedding API (docs: Maps Embed API, mode `place`). */
export const embedAddress = (place: Place, key: string): string =>
  `https://www.google.com/maps/embed/v1/place?${new URLSearchParams({ key, q: addressOf(place), zoom: String(mapZoom) })}`

/**
 * Where it is. Without a key nothing is asked of anybody: a drawn map, the address and a link to directions. With one, Google's map, and only once
 * it is about to be seen.
 */
export function LocationMap({ location, googleKey }: { location: Place; googleKey: string | undefined }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame, '200px 0px')
  return (
    <div ref={frame} className={styles.map} data-zoom={mapZoom}>
      {googleKey !== undefined && seen ? (
        <iframe
          className={styles.embedded}
          title={t`Map of ${location.name}`}
          src={embedAddress(location, googleKey)}
          sandbox={mapRights}
          loading="lazy"
        />
      ) : (
        <DrawnMap />
      )}
      <p className={styles.pin}>
        <span>
          <MapPin aria-hidden size={18} /> {location.address1}
        </span>
        <OutsideLink href={directionsAddress(location)} className="row-link">
          {t('Get directions')}
        </OutsideLink>
      </p>
    </div>
  )
}

/** Some streets and a park, in the merchant's colours. It claims to be no place in particular. */
function DrawnMap() {
  return (
    <svg className={styles.drawn} viewBox="0 0 800 400" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path className={styles.park} d="M70 250h150v150H70zM610-10h210v120H610z" />
      <path className={styles.water} d="M-10 20C120 60 150 130 110 210S20 330-10 340z" />
      <g className={styles.street}>
        <path d="M250-10v420M360-10v420M470-10v420M580-10v420M690-10v420" />
        <path d="M180 60h640M150 150h670M130 330h690" />
      </g>
      <path className={styles.avenue} d="M120 240h700M415-10v420M180-10 640 410" />
      <g className={styles.marker}>
        <path d="M415 240c-22-34-32-50-32-68a32 32 0 1 1 64 0c0 18-10 34-32 68z" />
        <circle cx="415" cy="172" r="11" />
      </g>
    </svg>
  )
}
