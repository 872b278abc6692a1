import type { Sending } from './sending.ts'
import { worker } from './worker-scope.ts'

/** The file's name in the build. */
declare const __LARDER_SENDING__: string

/** Set by the script when it runs. */
const scope = globalThis as { larderSending?: Sending }

type ScriptPolicy = { createScriptURL(url: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

/**
 * Loads the sending script while the worker installs: the browser then stores it with the worker's own script and checks both for updates. If it cannot be
 * loaded, the installation fails and the older worker stays. A launch never reads it.
 */
export function loadSendingOnInstall(): void {
  worker.addEventListener('install', (event) => event.waitUntil(Promise.resolve().then(loadSending)))
}

/** What the worker sends changes with. Throws if the browser has lost the file: the next window then sends them. */
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
