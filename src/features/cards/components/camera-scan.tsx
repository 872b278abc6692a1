import { message, type Message, t } from '#contract/language.ts'
import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { loadDetector } from '#lib/barcode/detector.ts'
import { browserScanPorts, type ScanEnd, scanCardNumber, type ScanPorts } from '#lib/barcode/scan.ts'
import { Button } from '#lib/ui/button.tsx'
import styles from './camera-scan.module.css'

type CameraScanProps = { onFound: (number: string) => void; ports?: ScanPorts }

type State = 'closed' | 'looking' | 'found' | 'refused' | 'missing' | 'busy' | 'failed'

const words: Record<State, Message | undefined> = {
  closed: undefined,
  looking: message('Hold the barcode of the card in the frame.'),
  found: message('The number was read. Please compare it with your card.'),
  refused: message(
    'This page doesn’t have permission to use the camera. Allow it in your browser’s settings for this site, or type the number.',
  ),
  missing: message('No camera was found on this device. Please type the number.'),
  busy: message('The camera is in use by another app. Close that and try again, or type the number.'),
  failed: message(
    'The scanner could not be loaded. Please see whether you have a signal, or type the number.',
  ),
}

const stateOf = (end: Exclude<ScanEnd, { found: string }>): State =>
  'camera' in end ? end.camera : 'failed' in end ? 'failed' : 'closed'

/** Reads a card's number from its barcode. Neither camera nor scanner is loaded before the button is pressed. */
export function CameraScan({ onFound, ports }: CameraScanProps) {
  const [state, setState] = useState<State>('closed')
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onFound)
  useEffect(() => {
    latest.current = onFound
  })
  const looking = state === 'looking'
  useEffect(() => {
    if (!looking || !video.current) return undefined
    const stop = new AbortController()
    void scanCardNumber(video.current, stop.signal, ports ?? browserScanPorts(loadDetector)).then((end) => {
      if (stop.signal.aborted) return
      setState('found' in end ? 'found' : stateOf(end))
      if ('found' in end) latest.current(end.found)
    })
    return () => stop.abort()
  }, [looking, ports])
  return (
    <div className={styles.scan}>
      {looking && (
        <div className={styles.frame}>
          <video
            ref={video}
            className={styles.picture}
            playsInline
            muted
            aria-label={t('What the camera sees')}
          />
          <span className={styles.line} aria-hidden />
        </div>
      )}
      <Button look="second" full onClick={() => setState(looking ? 'closed' : 'looking')}>
        {looking ? (
          t('STOP THE CAMERA')
        ) : (
          <>
            <Camera aria-hidden size={20} /> {t('SCAN WITH THE CAMERA')}
          </>
        )}
      </Button>
      <p
        role="status"
        className={state === 'closed' || looking || state === 'found' ? styles.said : styles.problem}
      >
        {words[state] && t(words[state])}
      </p>
    </div>
  )
}
