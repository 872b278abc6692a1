import { IDBObjectStore } from 'fake-indexeddb'
import { onTestFinished, vi } from 'vitest'

/** What this factory opens from now on accepts nothing more, as on a full disk, while a store in memory does. Until the test ends, or the result is called. */
export function fillDiskOf(factory: IDBFactory): () => void {
  const opened = new Set<IDBDatabase>()
  const { open } = factory
  factory.open = (...args) => {
    const request = Reflect.apply(open, factory, args) as IDBOpenDBRequest
    request.addEventListener('success', () => opened.add(request.result))
    return request
  }
  const refused = (['put', 'add'] as const).map((name) => {
    const write = IDBObjectStore.prototype[name]
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      if (opened.has(this.transaction.db)) throw new DOMException('The disk is full', 'QuotaExceededError')
      return Reflect.apply(write, this, args) as IDBRequest<IDBValidKey>
    })
  })
  const end = (): void => {
    factory.open = open
    for (const one of refused) one.mockRestore()
  }
  onTestFinished(end)
  return end
}
