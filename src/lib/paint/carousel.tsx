import { t } from '#contract/language.ts'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import styles from './carousel.module.css'
import { useCarouselRotation } from './use-carousel-rotation.ts'

type CarouselProps = {
  /** What it shows, for whoever does not see it: "Our Latest Promotions". */
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** How many stand beside each other: `one`, or 1, 2 and 3 on a phone, a tablet and a computer (§9). */
  perView: 'one' | 'few'
  className?: string | undefined
}

/** §9: the header's and the announcements' carousels go on by themselves after this long. */
const turnMs = 6000

/**
 * Things beside each other, to be pushed along by hand; they also turn by themselves, every 6 s. They stand still while somebody looks closer (the
 * pointer or the focus is in them), when told to, and under reduced motion. Plain scrolling: it works before any script, and never takes the focus.
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
