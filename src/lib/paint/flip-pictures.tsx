import { t } from '#contract/language.ts'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Picture as PictureData } from '#contract/schemas/picture.ts'
import { createFlipper, flipSwitch } from './flipper.ts'
import { Picture } from './picture.tsx'
import styles from './flip-pictures.module.css'

/**
 * Shows a dish's other pictures over its first one, in turn, 3 s each (specification §2, §9), once somebody has turned this on. It is inside the link of the
 * dish's card, and pauses while the card is hovered, focused or out of view, or under reduced motion.
 */
export function FlipPictures({ others, sizes }: { others: readonly PictureData[]; sizes: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(0)
  const count = others.length + 1
  useEffect(() => {
    const card = place.current?.closest('a')
    return card ? createFlipper(card, () => setShown((now) => (now + 1) % count)) : undefined
  }, [count])
  const picture = shown === 0 ? undefined : others[shown - 1]
  return (
    <span ref={place} className={styles.over} data-shown={shown}>
      {picture && (
        <span key={shown} className={styles.turn}>
          <Picture picture={picture} alt="" sizes={sizes} shape="fill" />
        </span>
      )}
    </span>
  )
}

/** The single button for all flipping pictures of a page: they are paused until somebody starts them, and when somebody stops them. */
export function FlipSwitch() {
  const state = useSyncExternalStore(flipSwitch.subscribe, flipSwitch.get, flipSwitch.get)
  if (state === 'unwanted') return null
  const Icon = state === 'on' ? Pause : Play
  return (
    <button type="button" className={styles.switch} onClick={flipSwitch.press}>
      <Icon aria-hidden size={16} /> {state === 'on' ? t('Pause pictures') : t('Play pictures')}
    </button>
  )
}
