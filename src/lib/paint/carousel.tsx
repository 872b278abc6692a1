import { t } from '#contract/language.ts'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import styles from './carousel.module.css'
import { useCarouselRotation } from './use-carousel-rotation.ts'

type CarouselProps = {
  /** Its content, for screen readers: "Our Latest Promotions". */
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** How many slides are side by side: `one`, or 1, 2 and 3 on a phone, a tablet and a computer (§9). */
  perView: 'one' | 'few'
  className?: string | undefined
}

/** §9: the header's and the announcements' carousels advance after this long. */
const turnMs = 6000

/**
 * Slides side by side that can be scrolled by hand; they also advance on their own, every 6 s. They stop while somebody looks closer (the pointer or the focus
 * is in them), when paused, and under reduced motion. Native scrolling: it works before any script, and never takes the focus.
 */
export function Carousel({ label, slides, perView, className }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null)
  const { isPaused, setPaused, move } = useCarouselRotation(track, slides.length > 1 ? turnMs : undefined)
  return (
    <section
      className={`${styles.carousel} ${styles[perView]} ${className ?? ''}`}
      aria-roledescription={t('carousel')}
      aria-label={label}
    >
      <div
        ref={track}
        className={styles.track}
        role="group"
        tabIndex={0}
        aria-label={t`${label}, ${slides.length} in all`}
      >
        {slides.map(({ key, content }, place) => (
          <div
            key={key}
            className={styles.slide}
            role="group"
            aria-roledescription={t('slide')}
            aria-label={t`${place + 1} of ${slides.length}`}
          >
            {content}
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={styles.controls} data-several={slides.length > 3 || undefined}>
          <button
            type="button"
            className={styles.control}
            aria-label={t('Previous')}
            onClick={() => move(-1)}
          >
            <ChevronLeft aria-hidden />
          </button>
          <button
            type="button"
            className={styles.control}
            aria-label={isPaused ? t('Play') : t('Pause')}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <Play aria-hidden size={20} /> : <Pause aria-hidden size={20} />}
          </button>
          <button type="button" className={styles.control} aria-label={t('Next')} onClick={() => move(1)}>
            <ChevronRight aria-hidden />
          </button>
        </div>
      )}
    </section>
  )
}
