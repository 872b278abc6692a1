const varies = 'tests/server/varies.test.ts › names in Vary every header'

/** What answers tell the caches between the server and a guest. @type {import('../mutants.d.mts').Mutant[]} */
export const answers = [
  {
    name: 'a cache gives a page to a guest with another language',
    file: 'server/portal/routes.ts',
    find: `const languageVary = 'accept-language, cookie'`,
    replace: `const languageVary = 'cookie'`,
    tests: [varies],
  },
  {
    name: 'a cache gives a page to a guest who has chosen another language',
    file: 'server/portal/routes.ts',
    find: `const languageVary = 'accept-language, cookie'`,
    replace: `const languageVary = 'accept-language'`,
    tests: [varies],
  },
  {
    name: 'a cache gives a page to any visit',
    file: 'server/portal/routes.ts',
    find: `    vary: pageVary,\n`,
    replace: ``,
    tests: [varies],
  },
  {
    name: 'a cache gives the page of a navigation to a script',
    file: 'server/portal/routes.ts',
    find: '`${languageVary}, sec-fetch-dest, sec-fetch-mode`',
    replace: 'languageVary',
    tests: [varies],
  },
  {
    name: 'a cache gives a worker to a guest with another language',
    file: 'server/portal/routes.ts',
    find: `    return sendPrebuilt(request, reply, worker, { vary: languageVary })`,
    replace: `    return sendPrebuilt(request, reply, worker)`,
    tests: [varies],
  },
  {
    name: 'a cache gives a compressed answer to a client that cannot decompress it',
    file: 'server/plugins/prebuilt.ts',
    find: ".header('vary', options.vary ? `accept-encoding, ${options.vary}` : 'accept-encoding')",
    replace: `.header('vary', options.vary ?? [])`,
    tests: [varies],
  },
  {
    name: 'a cache gives a compressed menu difference to a client that cannot decompress it',
    file: 'server/plugins/prebuilt.ts',
    find: `    .header('vary', 'accept-encoding')\n`,
    replace: ``,
    tests: [varies],
  },
  {
    name: 'a cache gives a compressed file to a client that cannot decompress it',
    file: 'server/portal/static-files.ts',
    find: `  if (hasPackedSiblings.test(type)) void reply.header('vary', 'accept-encoding')\n`,
    replace: ``,
    tests: [varies],
  },
]
