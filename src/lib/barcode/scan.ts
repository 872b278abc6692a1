import { findCardNumber } from '#contract/rules/card.ts'
import type { Detector } from './detector.ts'

/** Why no camera can be used. */
type NoCamera = 'refused' | 'missing' | 'busy'

/** What a scan needs from its environment. */
export type ScanPorts = {
  openCamera(): Promise<MediaStream>
  loadDetector(): Promise<Detector>
  /** Resolves when it is time to look at the next picture. */
  nextLook(): Promise<void>
}

export type ScanEnd = { found: string } | { stopped: true } | { camera: NoCamera } | { failed: true }

/** How often the picture is checked: no hand is steadier than that, and the phone stays cool. */
const pollEveryMs = 150

/** The browser's camera, the rear one where there are several. */
export const browserScanPorts = (loadDetector: ScanPorts['loadDetector']): ScanPorts => ({
  loadDetector,
  async openCamera() {
    // Missing without https, and in browsers inside other apps.
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
    if (!mediaDevices) throw new DOMException('this browser gives no camera', 'NotFoundError')
    return await mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  },
  nextLook: () => new Promise((resolve) => setTimeout(resolve, pollEveryMs)),
})

/**
 * Watches the camera until it sees a card number, or until `signal` stops it. Only 16 ASCII digits are a card number; any other content of the barcode is
 * ignored (reliability X18). The number counts when two looks in a row see it and no other: one misreading in a hundred matches Code 128's check character, and
 * a detector sometimes sees a second number in the bars of the first. The camera is always off afterwards.
 */
export async function scanCardNumber(
  video: HTMLVideoElement,
  signal: AbortSignal,
  ports: ScanPorts,
): Promise<ScanEnd> {
  let stream: MediaStream | undefined
  try {
    const [camera, detector] = await Promise.allSettled([ports.openCamera(), ports.loadDetector()])
    if (camera.status === 'fulfilled') stream = camera.value
    if (signal.aborted) return { stopped: true }
    if (camera.status === 'rejected') return { camera: reasonOf(camera.reason) }
    if (detector.status === 'rejected') return { failed: true }
    video.srcObject = camera.value
    await video.play()
    return await look(video, signal, detector.value, ports.nextLook)
  } catch (cause) {
    // The video was removed while it was starting to play: nobody is watching anymore.
    if (signal.aborted || (cause instanceof DOMException && cause.name === 'AbortError'))
      return { stopped: true }
    return { failed: true }
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
}

async function look(
  video: HTMLVideoElement,
  signal: AbortSignal,
  detector: Detector,
  nextLook: () => Promise<void>,
): Promise<ScanEnd> {
  let before: string | undefined
  while (!signal.aborted) {
    const seen = await detector.detect(video)
    const [number, ...others] = new Set(
      seen.map(({ rawValue }) => findCardNumber(rawValue)).filter((one) => one !== undefined),
    )
    const found = others.length === 0 ? number : undefined
    if (found !== undefined && found === before && !signal.aborted) return { found }
    before = found
    await nextLook()
  }
  return { stopped: true }
}

function reasonOf(cause: unknown): NoCamera {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}
