import { useEffect } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { useWakeLock } from '#lib/ui/use-wake-lock.ts'
import { hasSound, playChime, playCancellation, readySound } from '../sound.ts'
import { keepSoundSwitch, useSoundSwitch } from '../sound-switch.ts'
import { useNewOrders, useTitleCount } from '../use-new-orders.ts'
import { useReadySound } from '../use-ready-sound.ts'
import kitchen from './kitchen.module.css'
import styles from './new-orders.module.css'

/** How often an order that nobody has begun is sounded for (ms). */
const repeatMs = 30_000

/** Calls for whoever works there when an order comes in: by sound, in a line, in the page's title; and the screen stays lit. */
export function NewOrders({ orders }: { orders: readonly KitchenOrder[] }) {
  const { count, names, arrivals, withdrawn, hasJustLost, dismiss } = useNewOrders(orders)
  const isOn = useSoundSwitch()
  const isReady = useReadySound(isOn)
  useWakeLock()
  useTitleCount(count)
  useChime(isOn && isReady && names.length > 0 ? arrivals : 0)
  useEffect(() => {
    if (hasJustLost && isOn && isReady) playCancellation()
  }, [hasJustLost, isOn, isReady])
  return (
    <>
      <div className={styles.bar}>
        {hasSound() && <SoundSwitch isOn={isOn} isReady={isReady} />}
        <p className={styles.latest} role="status">
          {names.length > 0 && `New order${names.length > 1 ? 's' : ''} ${names.join(', ')}`}
        </p>
      </div>
      {withdrawn.map(({ id, name }) => (
        <div key={id} className={styles.withdrawn}>
          <Banner
            tone="error"
            header={`${name} was canceled by the guest. Stop making it.`}
            onDismiss={() => dismiss(id)}
          />
        </div>
      ))}
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
            // Heard at once, so that it can be made as loud as it must be here.
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

/** Sounds for each arrival at once, and again while any of them stands there. */
function useChime(arrivals: number): void {
  useEffect(() => {
    if (arrivals === 0) return undefined
    playChime()
    const timer = setInterval(playChime, repeatMs)
    return () => clearInterval(timer)
  }, [arrivals])
}
