import { t } from '#contract/language.ts'
import type { PictureSizes } from '#contract/schemas/picture.ts'
import { phonePictureSizes, PictureSources } from './picture.tsx'
import { rich } from './rich.ts'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './picture-wall.module.css'

type WallPicture = { key: string; src: string; sizes: PictureSizes; title: string }

/** The displayed widths of a tile: one in a row, then two, then three. */
const tileSizes = `(min-width: 768px) 30vw, (min-width: 480px) 45vw, ${phonePictureSizes}`

/** Pictures in tiles, three per row where there is room (§9). A tapped one opens large, and from there the others follow in a loop (MO-18, LH-12). */
export function PictureWall({ pictures }: { pictures: readonly WallPicture[] }) {
  const [open, setOpen] = useState<number>()
  return (
    <>
      <ul className={styles.wall}>
        {pictures.map((picture, place) => (
          <li key={picture.key}>
            <button
              type="button"
              className={styles.tile}
              aria-haspopup="dialog"
              onClick={() => setOpen(place)}
            >
              <PictureSources picture={picture.sizes} sizes={tileSizes}>
                <img
                  className={styles.small}
                  src={picture.src}
                  alt={picture.title}
                  width={640}
                  height={480}
                  loading="lazy"
                  decoding="async"
                />
              </PictureSources>
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <LargePicture pictures={pictures} first={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** A finger that moves less than this (CSS px) has tapped, not swiped. */
const pushed = 48

type LargePictureProps = { pictures: readonly WallPicture[]; first: number; onClose: () => void }

/** A modal `dialog`: the browser keeps the focus inside, closes it on Escape and returns the focus to the tile. */
function LargePicture({ pictures, first, onClose }: LargePictureProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const from = useRef<number>(undefined)
  const titleId = useId()
  const [at, setAt] = useState(first)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Before it leaves the page: a dialog that is removed while open does not return the focus.
    return () => element?.close()
  }, [])
  const move = (by: number): void => setAt((now) => (now + by + pictures.length) % pictures.length)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') move(1)
    if (event.key === 'ArrowLeft') move(-1)
  }
  const onPointerUp = (event: PointerEvent): void => {
    const way = from.current === undefined ? 0 : event.clientX - from.current
    from.current = undefined
    if (Math.abs(way) >= pushed) move(way < 0 ? 1 : -1)
  }
  const picture = pictures[at]!
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={() => dialog.current?.open !== true && onClose()}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => void (from.current = event.clientX)}
      onPointerUp={onPointerUp}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <figure className={styles.figure}>
        <PictureSources key={picture.key} picture={picture.sizes} sizes="95vw">
          <img
            className={styles.large}
            src={picture.src}
            alt=""
            width={1280}
            height={720}
            draggable={false}
          />
        </PictureSources>
        <figcaption className={styles.caption} aria-live="polite">
          <strong id={titleId}>{picture.title}</strong>
          <span className="price">{rich`${at + 1} of ${pictures.length}`}</span>
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <>
          <button
            type="button"
            className={`${styles.arrow} ${styles.back}`}
            aria-label={t('Previous picture')}
            onClick={() => move(-1)}
          >
            <ChevronLeft aria-hidden />
          </button>
          <button
            type="button"
            className={`${styles.arrow} ${styles.on}`}
            aria-label={t('Next picture')}
            onClick={() => move(1)}
          >
            <ChevronRight aria-hidden />
          </button>
        </>
      )}
      <button
        type="button"
        className={`${styles.arrow} ${styles.close}`}
        aria-label={t('Close')}
        onClick={() => dialog.current?.close()}
      >
        <X aria-hidden />
      </button>
    </dialog>
  )
}
