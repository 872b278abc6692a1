/** The sound of a new order. Synthesized, so that there is no file to load. Browsers allow sound only after somebody has touched the page. */

let context: AudioContext | undefined
/** In the context's own time, which starts at 0. */
let lastAt = -Infinity
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

type WithAudioSession = { audioSession?: { type: 'auto' | 'playback' } }

/** On an iPad a page's sounds are muted in Silent Mode, unless its audio session is `playback`. */
function setAudioSession(type: 'auto' | 'playback'): void {
  const { audioSession } = navigator as WithAudioSession
  if (audioSession) audioSession.type = type
}

/** Whether this browser can make sounds at all. */
export const hasSound = (): boolean => typeof AudioContext !== 'undefined'

/** Whether a sound would be audible now. */
export const isSoundReady = (): boolean => context?.state === 'running'

/** Subscribes to changes of `isSoundReady`; returns the unsubscribe function. */
export function subscribeSound(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks the browser for sound, which it allows during and after a tap. Never rejects: if it refuses, `isSoundReady` stays false. */
export async function readySound(): Promise<void> {
  if (!hasSound() || isSoundReady()) return
  if (!context) {
    setAudioSession('playback')
    context = new AudioContext()
    // A phone call, or the screen turning off, suspends it again.
    context.addEventListener('statechange', tell)
  }
  await context.resume().catch(() => undefined) // Refused: the next tap asks again, and the page says so meanwhile.
  tell()
}

/** The same once a tap has already happened: browsers complain if asked too early. */
export async function readySoundAfterTap(): Promise<void> {
  if (navigator.userActivation?.hasBeenActive === true) await readySound()
}

/** Releases the sound. */
export function endSound(): void {
  const ended = context
  context = undefined
  lastAt = -Infinity
  ended?.removeEventListener('statechange', tell)
  void ended?.close().catch(() => undefined) // Already closed.
  setAudioSession('auto')
  tell()
}

/** For a new order: two soft tones, rising. */
export const playChime = (): void => play([659.25, 880])

/** For an order cancelled elsewhere: the same, falling. */
export const playCancellation = (): void => play([880, 659.25])

/** For a board that no longer gets new orders: low, and always the same. */
export const playAlarm = (): void => play([220, 220])

/** Plays for one second. Does nothing while the last tones still sound, or no sound is allowed. */
function play(tones: readonly number[]): void {
  if (!context || !isSoundReady()) return
  const from = context.currentTime
  if (from - lastAt < 1) return
  lastAt = from
  for (const [place, hertz] of tones.entries()) playTone(context, hertz, from + place * 0.2)
}

function playTone(audio: AudioContext, hertz: number, from: number): void {
  const tone = audio.createOscillator()
  tone.frequency.value = hertz
  const volume = audio.createGain()
  // Ramps the volume to avoid clicks.
  volume.gain.setValueAtTime(0.0001, from)
  volume.gain.exponentialRampToValueAtTime(0.5, from + 0.03)
  volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.8)
  tone.connect(volume).connect(audio.destination)
  tone.start(from)
  tone.stop(from + 0.8)
}
