import { IDBFactory } from 'fake-indexeddb'
import type { Ids } from '#contract/ports.ts'
import { Entries, type Life, Locks, TabBus } from './life.ts'
import { Network } from './network.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

let stores = 0

/** What the tabs and the worker of one browser share. */
export class Browser {
  readonly world: World
  readonly name: string
  /** The name of its store. Dexie finds stores by name, so it must differ between sessions. */
  readonly storeName: string
  readonly random: Random
  readonly network: Network
  readonly ids: Ids
  readonly clock: { now(): number }
  /** How far its clock is off (ms). */
  skewMs = 0
  disk = new IDBFactory()
  localStorage = new Entries()
  locks = new Locks()
  notes = new TabBus()
  /** The build of the portal that it loads when a tab is opened. */
  build: 'this' | 'next' = 'this'
  /** How many of the next writes fail because the disk is full. */
  fullWrites = 0
  /** The browser was asked to wake the worker. */
  wakesWorker = false

  constructor(world: World, name: string) {
    this.world = world
    this.name = name
    this.storeName = `${name} ${++stores}`
    this.random = world.random.fork(name)
    this.network = new Network(world, this.random.fork('network'))
    const ids = this.random.fork('ids')
    this.ids = { uuid: () => ids.uuid(), secret: () => ids.uuid() }
    this.clock = { now: () => world.scheduler.nowMs + this.skewMs }
  }

  /** Looks for secrets in a life's writes, and fails writes while the disk is full. */
  watch(life: Life) {
    return {
      fault: (table: string) => {
        if (this.fullWrites === 0) return undefined
        this.fullWrites--
        this.world.tell(life.name, `the disk is full: ${table}`)
        return 'full' as const
      },
      written: (table: string, row: unknown) => {
        const text = JSON.stringify(row)
        if (this.world.secrets.some((secret) => text.includes(secret)))
          this.world.leaks.add(`${this.name} wrote a secret into a row of ${table}`)
      },
    }
  }
}
