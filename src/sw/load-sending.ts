import type { Sending } from './sending.ts'
import { worker } from './worker-scope.ts'

/** Where the build has put it. */
declare const __LARDER_SENDING__: string

/** Set by that file. */
const scope = globalThis as { larderSending?: Sending }

type ScriptPolicy = { createScriptURL(url: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

/**
 * Brings what sends along with the worker: the browser keeps it beside the worker's script, and checks both for changes. An installation without it fails, and the
 * older worker stays. A launch never reads it.
 */
export function bringSending(): void {
  worker.addEventListener('install', (event) => event.waitUntil(Promise.resolve().then(loadSending)))
}

/** What the worker sends with. Throws where the browser has lost its file: what waits is sent by the next window. */
export function loadSending(): Sending {
  if (!scope.larderSending) worker.importScripts(allowed(__LARDER_SENDING__))
  return scope.larderSending!
}

let policy: ScriptPolicy | undefined

/** The one script that the worker's policy lets it run (server/plugins/security-headers.ts). */
function allowed(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('larder-worker', { createScriptURL: () => __LARDER_SENDING__ })
  return policy?.createScriptURL(url) ?? url
}
