import { Fragment, useEffect } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { useWakeLock } from '#lib/ui/use-wake-lock.ts'
import { hasSound, playChime, playCancellation, readySound } from '../sound.ts'
import { keepSoundSwitch, useSoundSwitch } from '../sound-switch.ts'
import { type NewOrdersState, useTitleCount } from '../use-new-orders.ts'
import { useReadySound } from '../use-ready-sound.ts'
import kitchen from './kitchen.module.css'
import styles from './new-orders.module.css'

/** How often the sound repeats for an order that nobody has started (ms). */
const repeatMs = 30_000

/** Alerts the staff when an order comes in: by sound, in a line, and in the page's title. Also keeps the screen on. */
export function NewOrders({ news }: { news: NewOrdersState }) {
  const { count, names, arrivals, hasJustLost } = news
  const isOn = useSoundSwitch()
  const isReady = useReadySound(isOn)
  useWakeLock()
  useTitleCount(count)
  useChime(isOn && isReady && names.length > 0 ? arrivals : 0)
  useEffect(() => {
    if (hasJustLost && isOn && isReady) playCancellation()
  }, [hasJustLost, isOn, isReady])
  return (
    <div className={styles.bar}>
      {hasSound() && <SoundSwitch isOn={isOn} isReady={isReady} />}
      <p className={styles.latest} role="status">
        {names.length > 0 && <LatestText names={names} />}
      </p>
    </div>
  )
}

/** Orders that were canceled elsewhere while they were to be made: in sight wherever the board is scrolled to, until somebody dismisses them. */
export function WithdrawnOrders({ news: { withdrawn, dismiss } }: { news: NewOrdersState }) {
  if (withdrawn.length === 0) return undefined
  return (
    <div className={styles.withdrawn}>
      {withdrawn.map(({ id, name, cancelled_by: by }) => (
        <Banner
          key={id}
          tone="error"
          header={`${name} was canceled ${by === 'guest' ? 'by the guest' : 'on another screen'}. Stop making it.`}
          onDismiss={() => dismiss(id)}
        />
      ))}
    </div>
  )
}

/** Forty numbers on a Friday night would push the board off a tablet, and be read aloud again with each new one. */
const latestCount = 4

/** The latest arrivals, and how many others there are: `New orders B-1040, B-1041, B-1042, B-1043 and 36 more`. */
function LatestText({ names }: { names: readonly string[] }) {
  const others = Math.max(0, names.length - latestCount)
  return (
    <>
      New order{names.length > 1 && 's'}{' '}
      {names.slice(-latestCount).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <span className="whole">{name}</span>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
    </>
  )
}

function SoundSwitch({ isOn, isReady }: { isOn: boolean; isReady: boolean }) {
  return (
    <>
      <label className={kitchen.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={({ target: { checked } }) => {
            keepSoundSwitch(checked)
            // Plays at once, so that the volume can be adjusted.
            if (checked) void readySound().then(playChime)
          }}
        />
        Sound for new orders
        <span aria-hidden className={styles.state} data-blocked={(isOn && !isReady) || undefined}>
          {!isOn ? 'OFF' : isReady ? 'ON' : 'SOUND BLOCKED'}
        </span>
      </label>
      {isOn && !isReady && (
        <Button look="second" onClick={() => void readySound().then(playChime)}>
          Tap to turn on the sound
        </Button>
      )}
    </>
  )
}

/** Plays for each arrival at once, and again while any of them is still new. */
function useChime(arrivals: number): void {
  useEffect(() => {
    if (arrivals === 0) return undefined
    playChime()
    const timer = setInterval(playChime, repeatMs)
    return () => clearInterval(timer)
  }, [arrivals])
}
