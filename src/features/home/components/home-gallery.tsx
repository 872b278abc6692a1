import { t } from '#contract/language.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { PictureWall } from '#lib/paint/picture-wall.tsx'
import { useContent } from '#lib/query/content.ts'
import styles from './sections.module.css'

/** The first pictures of the gallery, three per row, each of which opens large (LH-12). */
export default function HomeGallery() {
  const page = useContent('gallery_page')
  const images = page.state === 'ready' ? (page.content?.active_images ?? []) : []
  if (images.length === 0) return null
  return (
    <section className={`container ${styles.section}`} aria-labelledby="gallery">
      <div className={styles.head}>
        <h2 id="gallery">{t('Gallery')}</h2>
        {images.length > 6 && (
          <PathLink path="/gallery" className="row-link">
            {t('See all pictures')}
          </PathLink>
        )}
      </div>
      <PictureWall
        pictures={images
          .slice(0, 6)
          .map(({ image, title }) => ({ key: image.image_id, src: image.url, sizes: image, title }))}
      />
    </section>
  )
}
