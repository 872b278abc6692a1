import { afterEach, describe, expect, it, vi } from 'vitest'
import { hideRefusedChannel } from '../../../src/launch/refused-channel.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a page whose browser refuses its storage (D4)', () => {
  it('hides BroadcastChannel, of which Dexie would construct one while it is loaded', () => {
    vi.stubGlobal('BroadcastChannel', function refuse() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    hideRefusedChannel()
    expect(typeof BroadcastChannel).toBe('undefined')
  })

  it('keeps a channel that works, and leaves none open', () => {
    const close = vi.fn<() => void>()
    class Usable {
      close = close
    }
    vi.stubGlobal('BroadcastChannel', Usable)
    hideRefusedChannel()
    expect(BroadcastChannel).toBe(Usable)
    expect(close).toHaveBeenCalledOnce()
  })
})
