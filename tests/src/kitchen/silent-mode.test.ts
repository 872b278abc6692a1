import { afterEach, describe, expect, it, vi } from 'vitest'
import { endSound, readySound } from '#features/kitchen/sound.ts'

afterEach(() => {
  endSound()
  vi.unstubAllGlobals()
})

describe('the sound of a new order on an iPad in Silent Mode', () => {
  it('is played, which is heard, from before it is begun until it is given back', async () => {
    const audioSession = { type: 'auto' }
    const types: string[] = []
    class Audio extends EventTarget {
      state = 'suspended'
      constructor() {
        super()
        types.push(audioSession.type)
      }
      resume = async (): Promise<void> => void (this.state = 'running')
      close = async (): Promise<void> => undefined
    }
    vi.stubGlobal('navigator', { audioSession })
    vi.stubGlobal('AudioContext', Audio)
    await readySound()
    endSound()
    expect([types, audioSession.type]).toEqual([['playback'], 'auto'])
  })
})
