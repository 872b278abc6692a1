import { Link } from '@tanstack/react-router'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { TileFace, tileLink, Tiles } from '#lib/paint/tile.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import { findOpenText } from '#lib/time/open-text.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './home-screen.module.css'

/** The restaurant's door: what it is, whether it is open, what it serves. */
export function HomeScreen() {
  const copy = useLocationCopy()
  const { menus, failed, retry } = useMenus('browse')
  return (
    <>
      {copy && <Welcome copy={copy} />}
      <section className={`container ${styles.menus}`} aria-labelledby="menus">
        <h2 id="menus">Menus</h2>
        {menus && (
          <Tiles>
            {menus.map((menu) => (
              <li key={menu.id}>
                <Link to="/menus/$menuId" params={{ menuId: menu.external_id }} className={tileLink}>
                  <TileFace name={menu.name} note={menu.description} picture={menu.image} />
                </Link>
              </li>
            ))}
          </Tiles>
        )}
        {!menus && failed && <Unreachable failed={failed} what="The menu" onRetry={retry} />}
        {!menus && !failed && <Skeleton count={3} shape="tile" />}
      </section>
    </>
  )
}

function Welcome({ copy }: { copy: LocationCopy }) {
  const home = copy.location.settings.consumer_application_settings.home_page
  const box = home?.welcome_box
  const picture = home?.header_images?.[0]?.image.imageSignedUrl
  return (
    <section className={styles.welcome} aria-label="Welcome">
      {picture && <img className={styles.hero} src={picture} alt="" fetchPriority="high" decoding="async" width={1280} height={720} />}
      <div className={`container ${styles.box}`}>
        <div className={styles.words}>
          <h1 className={styles.header}>{box?.header ?? copy.location.name}</h1>
          {box?.message && <p className={styles.message}>{box.message}</p>}
          <Facts copy={copy} />
          {box?.online_order?.enable && (
            <PathLink path={box.online_order.link ?? '/order'} className="button button--solid">
              ORDER ONLINE
            </PathLink>
          )}
        </div>
      </div>
    </section>
  )
}

function Facts({ copy: { location } }: { copy: LocationCopy }) {
  const state = findOpenText(location, useNow())
  return (
    <ul className={styles.facts}>
      {location.hours && (
        <li className={styles.open} data-open={state?.open || undefined}>
          {state?.text}
        </li>
      )}
      <li>
        {location.address1}, {location.city}
      </li>
      <li>
        <a href={`tel:${location.phone.replace(/[^\d+]/g, '')}`}>{location.phone}</a>
      </li>
    </ul>
  )
}
