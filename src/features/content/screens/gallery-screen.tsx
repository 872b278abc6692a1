import { t } from '#contract/language.ts'
import { usePageName } from '#lib/query/location.ts'
import { Empty } from '#lib/paint/screen-states.tsx'
import { PictureWall } from '#lib/paint/picture-wall.tsx'
import { ContentPage } from '../components/content-page.tsx'
import styles from '../components/content.module.css'

/** `/gallery` (MO-18): tiles; each opens large, and the others follow in a loop. */
export function GalleryScreen() {
  const name = usePageName('gallery', t('Gallery'))
  return (
    <ContentPage name="gallery_page" title={name}>
      {(page) => {
        const images = page?.active_images ?? []
        return (
          <div className={`container ${styles.page}`}>
            {images.length === 0 ? (
              <Empty>{t('No pictures yet. Come and see for yourself.')}</Empty>
            ) : (
              <PictureWall
                pictures={images.map(({ image, title }) => ({
                  key: image.image_id,
                  src: image.url,
                  sizes: image,
                  title,
                }))}
              />
            )}
          </div>
        )
      }}
    </ContentPage>
  )
}
