import { Browser } from './browser.ts'
import { IDBFactory } from 'fake-indexeddb'
import { Entries } from './life.ts'
import { Tab } from './tab.ts'

/** A phone with its browser, in which tabs are opened and closed. */
export class Phone extends Browser {
  tabs: Tab[] = []
  #opened = 0

  async open(ends = 0): Promise<Tab> {
    const tab = await Tab.open(this, `${this.name}.${++this.#opened}`, ends)
    this.tabs.push(tab)
    return tab
  }

  nextName(what: string): string {
    return `${this.name}.${what}${++this.#opened}`
  }

  /** Closes a tab, or lets it die. */
  close(tab: Tab, why: string): void {
    this.world.tell(tab.life.name, why)
    tab.life.end()
    this.tabs = this.tabs.filter((one) => one !== tab)
  }

  /** The whole browser dies. */
  die(): void {
    this.world.tell(this.name, 'runs out of power')
    for (const tab of this.tabs) tab.life.end()
    this.tabs = []
  }

  /** The browser clears everything that the site has stored. */
  evict(): void {
    this.world.tell(this.name, 'the browser clears everything that the site had kept')
    for (const tab of this.tabs) tab.life.end()
    this.tabs = []
    this.disk = new IDBFactory()
    this.localStorage = new Entries()
  }
}
