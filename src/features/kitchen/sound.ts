/** The sound of a new order. The browser makes it, so that there is no file to load; it allows any only when somebody has touched the page. */

let context: AudioContext | undefined
/** By the context's own clock, which begins at 0. */
let lastAt = -Infinity
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

type WithAudioSession = { audioSession?: { type: 'auto' | 'playback' } }

/** On an iPad what is only a page's sound is silent in Silent Mode, and what is played is not. */
function setAudioSession(type: 'auto' | 'playback'): void {
  const { audioSession } = navigator as WithAudioSession
  if (audioSession) audioSession.type = type
}

/** Whether this browser can make sounds at all. */
export const hasSound = (): boolean => typeof AudioContext !== 'undefined'

/** Whether a sound would be heard now. */
export const isSoundReady = (): boolean => context?.state === 'running'

/** Listens to changes of `isSoundReady`; gives what ends it. */
export function subscribeSound(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks the browser for sound, which it gives during a tap and after one. Never rejects: where it refuses, `isSoundReady` stays false. */
export async function readySound(): Promise<void> {
  if (!hasSound() || isSoundReady()) return
  if (!context) {
    setAudioSession('playback')
    context = new AudioContext()
    // A telephone call, or the screen that was off, takes it away again.
    context.addEventListener('statechange', tell)
  }
  await context.resume().catch(() => undefined) // Refused: the next tap asks again, and the page says so meanwhile.
  tell()
}

/** The same where it needs no tap: asked for too early, browsers complain. */
export async function readySoundAfterTap(): Promise<void> {
  if (navigator.userActivation?.hasBeenActive === true) await readySound()
}

/** Gives the sound back. */
export function endSound(): void {
  const ended = context
  context = undefined
  lastAt = -Infinity
  ended?.removeEventListener('statechange', tell)
  void ended?.close().catch(() => undefined) // Closed already.
  setAudioSession('auto')
  tell()
}

/** Of a new order: two soft tones, upwards. */
export const playChime = (): void => play([659.25, 880])

/** Of an order that its guest has cancelled: the same, downwards. */
export const playCancellation = (): void => play([880, 659.25])

/** Of a board that shows nothing new any more: low, and always the same. */
export const playAlarm = (): void => play([220, 220])

/** A second in all; nothing while the last ones can still be heard, or no sound is allowed. */
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
  // Up and down without a click.
  volume.gain.setValueAtTime(0.0001, from)
  volume.gain.exponentialRampToValueAtTime(0.5, from + 0.03)
  volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.8)
  tone.connect(volume).connect(audio.destination)
  tone.start(from)
  tone.stop(from + 0.8)
}
