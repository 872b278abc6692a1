import { describe, expect, it } from 'vitest'
import { type ScanPorts, scanCardNumber } from '#lib/barcode/scan.ts'

const card = '6006491234567896'
const misread = '6006491234567899'

/** A camera that shows one barcode after another. */
function cameraOf(seen: string[][], changes: Partial<ScanPorts> = {}) {
  const tracks = [{ stopped: false, stop: () => void (tracks[0]!.stopped = true) }]
  const stream = { getTracks: () => tracks } as unknown as MediaStream
  let looks = 0
  const ports: ScanPorts = {
    openCamera: async () => stream,
    loadDetector: async () => ({
      detect: async () => (seen[looks++] ?? []).map((rawValue) => ({ rawValue })),
    }),
    nextLook: async () => undefined,
    ...changes,
  }
  const video = { srcObject: null as unknown, play: async () => undefined }
  return { ports, video: video as unknown as HTMLVideoElement, tracks, looks: () => looks }
}

const error = (name: string) => async (): Promise<never> => {
  throw new DOMException('no', name)
}

describe('scanning a card', () => {
  it('ignores everything that is not 16 ASCII digits (X18)', async () => {
    const strangers = [
      'https://evil.example/6006491234567896',
      '600649123456789',
      '60064912345678960',
      '٦٠٠٦٤٩١٢٣٤٥٦٧٨٩٦',
      '6006491234567896\n',
      'ABC',
      '',
    ]
    const camera = cameraOf([[], strangers, [card], [card]])
    expect(await scanCardNumber(camera.video, new AbortController().signal, camera.ports)).toEqual({
      found: card,
    })
    expect(camera.looks()).toBe(4)
  })

  it.for([
    ['one misreading', [[misread], [card], [card]]],
    ['a misreading beside it', [[card, misread], [card, misread], [card], [card]]],
    ['a look that sees nothing', [[misread], [], [misread], [], [card], [card]]],
    [
      'the same number twice in a picture',
      [
        [card, card],
        [card, card],
      ],
    ],
  ] as const)('accepts a number that two readings agree on: %s', async ([, looks]) => {
    const camera = cameraOf(looks.map((look) => [...look]))
    expect(await scanCardNumber(camera.video, new AbortController().signal, camera.ports)).toEqual({
      found: card,
    })
    expect(camera.looks()).toBe(looks.length)
  })

  it('turns the camera off when it has found one, and when it is stopped', async () => {
    const found = cameraOf([[card], [card]])
    await scanCardNumber(found.video, new AbortController().signal, found.ports)
    expect([found.tracks[0]!.stopped, found.video.srcObject]).toEqual([true, null])

    const stop = new AbortController()
    const stopped = cameraOf([], { nextLook: async () => stop.abort() })
    expect(await scanCardNumber(stopped.video, stop.signal, stopped.ports)).toEqual({ stopped: true })
    expect(stopped.tracks[0]!.stopped).toBe(true)
  })

  it.for([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
  ] as const)('says why there is no camera: %s is %s', async ([name, camera]) => {
    const { ports, video } = cameraOf([], { openCamera: error(name) })
    expect(await scanCardNumber(video, new AbortController().signal, ports)).toEqual({ camera })
  })

  it('turns the camera off again when the reader cannot be loaded', async () => {
    const { ports, video, tracks } = cameraOf([], { loadDetector: error('NetworkError') })
    expect(await scanCardNumber(video, new AbortController().signal, ports)).toEqual({ failed: true })
    expect(tracks[0]!.stopped).toBe(true)
  })

  it('shows nothing when it was stopped while the person was still being asked', async () => {
    const stop = new AbortController()
    stop.abort()
    const { ports, video, tracks, looks } = cameraOf([[card], [card]])
    expect(await scanCardNumber(video, stop.signal, ports)).toEqual({ stopped: true })
    expect([tracks[0]!.stopped, looks()]).toEqual([true, 0])
  })
})
