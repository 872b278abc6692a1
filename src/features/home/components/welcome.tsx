import { t } from '#contract/language.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { ConsumerApplicationSettings } from '#contract/schemas/location.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { isOn } from '#contract/rules/features.ts'
import { Carousel } from '#lib/paint/carousel.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { PictureSources } from '#lib/paint/picture.tsx'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import { findOpenText } from '#lib/time/open-text.ts'
import { useNow } from '#lib/time/use-now.ts'
import { streetOf } from '#shared/display/street.ts'
import styles from './welcome.module.css'
import { liveText } from '#lib/paint/marks.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** The restaurant's pictures in turn, and beside them its welcome (LH-08): what it is, whether it is open, a link to order. */
export function Welcome({ copy }: { copy: LocationCopy }) {
  const { settings, name } = copy.location
  const home = settings.consumer_application_settings.home_page
  const box = home?.welcome_box
  const pictures = home?.header_images ?? []
  const offersOrder = box?.online_order?.enable === true && isOn(settings, 'onlineOrders')
  return (
    <section className={styles.welcome} aria-label={t('Welcome')}>
      {pictures.length > 0 && <HeaderPictures pictures={pictures} name={name} />}
      <div className={`container ${styles.box}`}>
        <div className={styles.words}>
          <h1 className={styles.header}>{box?.header || name}</h1>
          {box?.message && <p className={styles.message}>{wholePhones(box.message)}</p>}
          <Facts copy={copy} />
          <div className={styles.ways}>
            {offersOrder && (
              <PathLink path={box.online_order?.link || '/order'} className="button button--solid">
                {t('ORDER ONLINE')}
              </PathLink>
            )}
            {isOn(settings, 'readOnlyMenu') && (
              <PathLink
                path="/menus"
                className={`button ${offersOrder ? 'button--second' : 'button--solid'}`}
              >
                {t('SEE THE MENU')}
              </PathLink>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

type HeaderImages = NonNullable<NonNullable<ConsumerApplicationSettings['home_page']>['header_images']>

/** A little less than the window, so that the largest phones take 1280 pixels. */
const headerSizes = '95vw'

/** The first picture is part of the first screen; the others load after the launch. */
function HeaderPictures({ pictures, name }: { pictures: HeaderImages; name: string }) {
  const launched = useAfterLaunch()
  const slides = pictures.map(({ image }, place) => ({
    key: `${place} ${image.imageSignedUrl}`,
    content: (place === 0 || launched) && (
      <PictureSources picture={image} sizes={headerSizes}>
        <img
          className={styles.picture}
          src={image.imageSignedUrl}
          data-focus={image.focus}
          data-wide={image.focus_wide}
          alt=""
          fetchPriority={place === 0 ? 'high' : 'auto'}
          decoding="async"
          width={1280}
          height={720}
        />
      </PictureSources>
    ),
  }))
  return <Carousel className={styles.hero} label={t`Pictures of ${name}`} slides={slides} perView="one" />
}

function Facts({ copy: { location } }: { copy: LocationCopy }) {
  const state = findOpenText(location, useNow())
  return (
    <ul className={styles.facts}>
      {location.hours && (
        <li className={styles.open} data-open={state?.open || undefined} {...liveText}>
          {state?.text}
        </li>
      )}
      <li>
        <bdi>
          {streetOf(location)}, {location.city}
        </bdi>
      </li>
      <li>
        <a href={phoneHref(location.phone)}>{location.phone}</a>
      </li>
    </ul>
  )
}
