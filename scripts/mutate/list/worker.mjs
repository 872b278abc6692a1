const stage = 'tests/src/sw/worker.test.ts'
const userChanges = 'tests/src/sync/user-changes.test.ts'
const push = 'tests/src/sw/push.test.ts'

/** The service worker: what it stores, what it answers, what it sends. @type {import('../mutants.d.mts').Mutant[]} */
export const worker = [
  {
    name: 'the worker answers the API’s addresses with a screen',
    file: 'src/sw/shell.ts',
    find: `  /^\\/api\\//,\n`,
    replace: ``,
    tests: [stage],
  },
  {
    name: 'the worker caches any picture that it is told to',
    file: 'src/sw/messages.ts',
    find: `urls.filter(isOwnPicture)`,
    replace: `urls.filter((url) => isOwnPicture(url) || typeof url === 'string')`,
    tests: [stage],
  },
  {
    name: 'a captive portal’s page is cached as ours',
    file: 'src/sw/cached-files.ts',
    find: `      if (!isOfKind(response, path)) return null
      return isPage(path)`,
    replace: `      return isPage(path)`,
    tests: [stage],
  },
  {
    name: 'a page that is not of this build is opened',
    file: 'src/sw/cached-files.ts',
    find: `if (cached && isOfKind(cached, path) && (await hasIntegrity(cached.clone(), file.integrity)))`,
    replace: `if (cached && isOfKind(cached, path))`,
    tests: [stage],
  },
  {
    name: 'an error page counts as a file',
    file: 'src/sw/check-answers.ts',
    find: `  return answer.status === 200 && (type?.test`,
    replace: `  return answer.status > 0 && (type?.test`,
    tests: [stage],
  },
  {
    name: 'half a picture is cached',
    file: 'src/sw/pictures.ts',
    find: `((await isWholePicture(response.clone())) ? response : null)`,
    replace: `(isPictureKind(response) ? response : null)`,
    tests: [stage],
  },
  {
    name: 'the worker is woken for changes that need a window',
    file: 'src/sw/replay.ts',
    find: `if ('retryAt' in result && result.retryAt < Infinity) left += result.left`,
    replace: `if ('retryAt' in result) left += result.left`,
    tests: [userChanges],
  },
  {
    name: 'the worker is installed without the code that it sends with',
    file: 'src/sw/load-sending.ts',
    find: `event.waitUntil(Promise.resolve().then(loadSending))`,
    replace: `void Promise.resolve().then(loadSending).catch(() => undefined)`,
    tests: [stage],
  },
  {
    name: 'a notification opens another site’s address',
    file: 'src/sw/push.ts',
    find: `typeof path === 'string' && /^\\/ticket\\/[\\w-]+$/.test(path)`,
    replace: `typeof path === 'string'`,
    tests: [push],
  },
  {
    name: 'a kept view is shown on a device that is being signed out',
    file: 'src/sw/kept-views.ts',
    find: `return isWiped ? undefined : view`,
    replace: `return view`,
    tests: ['tests/src/kept-views/store.test.ts'],
  },
  {
    name: 'the first worker does not claim its window',
    file: 'src/sw/lifecycle.ts',
    find: `event.waitUntil(worker.clients.claim())`,
    replace: `event.waitUntil(Promise.resolve())`,
    tests: ['tests/src/sw/worker.test.ts › stores pages and files, and takes over only when it is told'],
  },
  {
    name: 'a worker takes over beside another window',
    file: 'src/sw/messages.ts',
    find: `includeUncontrolled: true })).length > 1`,
    replace: `includeUncontrolled: true })).length > 99`,
    tests: [
      'tests/src/sw/worker.test.ts › takes over for a page that is alone, and not beside another window',
    ],
  },
  {
    name: 'the worker obeys another site',
    file: 'src/sw/messages.ts',
    find: `    if (event.origin !== worker.location.origin || !isPageMessage(event.data)) return`,
    replace: `    if (!isPageMessage(event.data)) return`,
    tests: ['tests/src/sw/worker.test.ts › does not listen to another origin'],
  },
  {
    name: 'the browser is not asked to wake the worker again for waiting changes',
    file: 'src/sw/background-sync.ts',
    find: `      if (left > 0) throw`,
    replace: `      if (left > 99) throw`,
    tests: ['tests/src/sw/background-sync.test.ts'],
  },
  {
    name: 'the worker sends beside a window that sends',
    file: 'src/sw/background-sync.ts',
    find: `        await wait(windowsTurnMs)\n`,
    replace: `        void wait\n`,
    tests: ['tests/src/sw/background-sync.test.ts'],
  },
  {
    name: 'a change that a failure postponed is not sent when the network is back',
    file: 'src/sw/replay.ts',
    find: `    await resetBackoff(db, locationId)\n`,
    replace: ``,
    tests: ['tests/src/sw/background-sync.test.ts'],
  },
]
