import { readdir, readFile, rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test'

/** A phone whose browser can be killed, with no chance to write anything down. */
export type Phone = {
  readonly page: Page
  /** False while its browser is dead. */
  readonly isAlive: boolean
  /** Kills the browser's processes. Where the system cannot list them, the browser is closed instead. */
  kill(): Promise<void>
  /** Opens the browser on what the phone has stored. */
  open(): Promise<void>
  close(): Promise<void>
}

type PhoneOptions = {
  launch: LaunchOptions
  baseURL: string
  /** Features to remove from the browser, run in every page before anything else. */
  without: (() => void)[]
}

const screen = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
  locale: 'en-US',
  timezoneId: 'America/New_York',
} as const

export async function openPhone({ launch, baseURL, without }: PhoneOptions): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), 'larder-flapping-'))
  let context: BrowserContext | undefined
  let page: Page
  const open = async (): Promise<void> => {
    context = await chromium.launchPersistentContext(profile, { ...launch, ...screen, baseURL })
    for (const script of without) await context.addInitScript(script)
    context.setDefaultTimeout(10_000)
    context.once('close', () => (context = undefined))
    page = context.pages()[0] ?? (await context.newPage())
  }
  await open()
  return {
    get page() {
      return page
    },
    get isAlive() {
      return context !== undefined
    },
    async kill() {
      const dying = context
      const pids = await listProcessesOf(profile)
      for (const pid of pids) killIfThere(pid)
      await dying?.close().catch(() => undefined)
      context = undefined
    },
    open,
    async close() {
      await context?.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The processes with this profile in their command line, where the system has `/proc` (Linux). */
async function listProcessesOf(profile: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return line.includes(profile) ? pid : undefined
    }),
  )
  return found.filter((pid) => pid !== undefined)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // The process ended with its parent.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
