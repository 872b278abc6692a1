/**
 * Who may import whom: the one table that `house/layers` enforces. Default: nobody.
 *
 * `may`        layers whose files this layer imports; `*` is everything
 * `mayTypes`   layers of which it imports types only
 * `mayValues`  single files it imports values from, beside `mayTypes`
 * `instead`    where a line belongs that wants more than that
 *
 * A layer is a folder; the longest folder that fits a file wins. `src/features/*` makes one layer of every feature,
 * so that a feature added tomorrow is apart from the others without a line here.
 */
export const layers = [
  {
    folder: 'contract',
    may: [],
    packages: ['zod'],
    instead:
      'contract is what both sides of the wire agree on: move what it needs into contract, or pass it in as an argument (contract/ports.ts)',
  },

  {
    folder: 'src/db',
    may: ['contract'],
    instead:
      'the database knows rows, not screens or servers: the caller (a feature, lib/sync or lib/query) does that part and calls src/db',
  },

  {
    folder: 'src/lib/errors',
    may: ['contract'],
    instead: 'error kinds are known by everybody and know nobody: take the value as an argument',
  },
  {
    folder: 'src/lib/api',
    may: ['contract', 'src/lib/errors', 'src/lib/ports'],
    instead:
      'the wire knows nothing of rows or screens: return the answer and let lib/query, lib/sync or the feature go on',
  },
  {
    folder: 'src/lib/ports',
    may: ['contract'],
    instead: 'a port is a small contract with the outside world: what uses it takes it as an argument',
  },
  {
    folder: 'src/lib/sync',
    may: ['contract', 'src/db', 'src/lib/api', 'src/lib/errors', 'src/lib/ports'],
    instead: 'the worker runs lib/sync too: what needs React or a query belongs in lib/query or the feature',
  },
  {
    folder: 'src/lib/query',
    may: ['contract', 'src/db', 'src/lib/api', 'src/lib/errors', 'src/lib/ports'],
    mayTypes: ['src/lib/payments', 'src/lib/session', 'src/lib/sync', 'src/lib/pwa'],
    // A ticket's view is computed by one pure function in lib/sync, which also sends it. The clock says when a dish that has run out is available again.
    mayValues: ['src/lib/sync/ticket-view.ts', 'src/lib/places/places.ts', 'src/lib/time/use-now.ts'],
    instead:
      'lib/query decides how a read is answered; what is drawn belongs in a feature, what is sent in lib/sync',
  },
  {
    folder: 'src/lib/session',
    may: ['contract', 'src/db', 'src/lib/api', 'src/lib/errors', 'src/lib/ports'],
    instead: 'the session is a port: screens about it belong in features/account',
  },
  {
    folder: 'src/lib/payments',
    may: [
      'contract',
      'src/db',
      'src/lib/api',
      'src/lib/errors',
      'src/lib/paint',
      'src/lib/ports',
      'src/lib/query',
      'src/lib/sync',
      'src/lib/ui',
      'src/shared/forms',
    ],
    instead:
      'lib/payments is the one place where money moves, for every payable: what only one screen needs belongs in its feature',
  },
  {
    folder: 'src/lib/second-factor',
    may: ['contract', 'src/lib/api', 'src/lib/errors', 'src/lib/paint', 'src/lib/query', 'src/lib/ui'],
    instead: 'people show here that it is them: what only one screen needs belongs in its feature',
  },
  {
    folder: 'src/lib/places',
    may: ['contract', 'src/lib/ports'],
    instead: 'a places adapter answers addresses; what is done with them belongs in a feature',
  },
  {
    folder: 'src/lib/verification',
    may: ['contract', 'src/lib/ports'],
    instead: 'a verification adapter gives tokens back; who asks for one is a feature',
  },
  {
    folder: 'src/lib/identity',
    may: ['contract', 'src/lib/ports'],
    instead:
      'an identity adapter gives the provider’s tokens back; what is done with them belongs in features/account',
  },

  {
    folder: 'src/lib/log',
    may: ['contract'],
    instead: 'the log takes lines and sends them: who notices what failed says so to it (lib/api, launch)',
  },

  {
    folder: 'src/lib/barcode',
    may: ['contract'],
    instead:
      'barcodes are made and read here, from text to bars and back; what is drawn belongs in lib/paint, what is done with a number in a feature',
  },

  // Drawing layers: they use the contract's types and money, and no data layer.
  drawing('src/lib/theme', { mayValues: ['contract/theme.ts'] }),
  drawing('src/lib/ui', {
    // The human check draws what the verification port mounts.
    may: ['src/lib/theme', 'src/lib/time', 'src/lib/verification'],
    // The rules of birthdays, days, gift prices, our own paths and phone numbers, and the banner, are each defined in one place.
    mayValues: [
      'contract/rules/account.ts',
      'contract/rules/card-order.ts',
      'contract/rules/fields.ts',
      'contract/local-time.ts',
      'contract/format-date.ts',
      'contract/reference-data.ts',
      'src/lib/paint/marks.ts',
      'src/lib/paint/rich.ts',
      'src/lib/paint/path-link.tsx',
      'src/lib/paint/parse-url.ts',
      'src/lib/paint/use-hydrated.ts',
      'src/lib/paint/banner.tsx',
      'src/lib/paint/whole-phones.tsx',
    ],
  }),
  drawing('src/lib/paint', {
    may: ['src/lib/theme', 'src/lib/time', 'src/lib/barcode'],
    mayValues: ['contract/page-format.ts', 'contract/rules/item.ts', 'contract/rules/account.ts'],
  }),
  drawing('src/lib/seo', { mayValues: ['contract/search-entries.ts'] }),
  drawing('src/lib/pwa', { mayValues: ['contract/page-format.ts', 'contract/rules/version.ts'] }),
  drawing('src/lib/time', {
    // The time is the restaurant's, whatever this device's clock says.
    mayValues: [
      'contract/local-time.ts',
      'contract/rules/opening-words.ts',
      'contract/time-zones.ts',
      'src/lib/ports/server-clock.ts',
    ],
  }),

  // Components that show a restaurant's own things for more than one feature: on the launch path, and with the kit.
  drawing('src/shared/display', {
    may: ['src/lib/paint', 'src/lib/theme', 'src/lib/time'],
    // Allergens: a dish is called gluten-free only if it is so as served by default.
    mayValues: ['contract/rules/item.ts', 'contract/rules/account.ts', 'contract/rules/allergens.ts'],
  }),
  drawing('src/shared/forms', {
    may: ['src/lib/ui', 'src/lib/theme', 'src/lib/time', 'src/lib/verification'],
    mayValues: [
      // A printed menu says what its dishes contain.
      'contract/rules/menu-line.ts',
      'contract/rules/allergen-words.ts',
      'contract/rules/allergens.ts',
      'contract/rules/card-order.ts',
      'contract/rules/contact.ts',
      'contract/rules/fields.ts',
      'contract/rules/modifier-text.ts',
      'contract/rules/phone.ts',
      'contract/rules/refund-words.ts',
      'contract/rules/total-rows.ts',
      'contract/reference-data.ts',
      'src/lib/paint/go-to-screen.ts',
      'src/lib/paint/marks.ts',
      'src/lib/paint/rich.ts',
      'src/lib/paint/banner.tsx',
      'src/lib/paint/whole-phones.tsx',
    ],
  }),
  drawing('src/shared/gift-card', { mayValues: ['contract/rules/card-look.ts'] }),
  // Forms and lists for the restaurant's staff, in the kitchen and in the administration: in English only.
  drawing('src/shared/staff', {
    may: ['src/lib/ui', 'src/lib/errors'],
    mayValues: ['src/lib/paint/banner.tsx'],
  }),
  {
    folder: 'src/shared/allergens',
    may: ['contract', 'src/lib/paint', 'src/lib/query'],
    instead:
      'shared/allergens says what dishes contain, and leaves out what somebody on this device avoids: what is done with a dish belongs in a feature',
  },
  {
    folder: 'src/shared/order-pause',
    may: ['contract', 'src/lib/paint', 'src/lib/query', 'src/lib/time'],
    instead:
      'shared/order-pause says that no new orders are taken for a while: what a screen does about it belongs in its feature',
  },
  {
    folder: 'src/shared/offer-links',
    may: ['contract', 'src/lib/paint', 'src/lib/query', 'src/shared/display'],
    instead:
      'shared/offer-links links to what the restaurant offers where a page has nothing to show: what a screen says about that belongs in its feature',
  },
  {
    folder: 'src/shared/order-refund',
    may: [
      'contract',
      'src/lib/errors',
      'src/lib/paint',
      'src/lib/query',
      'src/lib/second-factor',
      'src/lib/ui',
      'src/shared/staff',
    ],
    instead:
      'shared/order-refund gives back what the staff choose of an order, on the board and in the administration: how an order is found and shown belongs in its feature',
  },
  {
    folder: 'src/shared/menu-search',
    may: [
      'contract',
      'src/lib/paint',
      'src/lib/ports',
      'src/lib/query',
      'src/shared/allergens',
      'src/shared/display',
    ],
    instead:
      'shared/menu-search finds dishes in the menu book that the device holds: what is done with a dish belongs in a feature',
  },

  {
    folder: 'src/features/*',
    may: ['contract', 'src/db', 'src/lib', 'src/shared'],
    instead:
      'features meet on a route, in the database or in the contract: pass it through the route, read it from src/db, or move what both need into lib',
  },
  {
    folder: 'src/routes',
    may: ['src/lib', 'src/shared'],
    mayTypes: ['contract'],
    mayPaths: /^src\/features\/[^/]+\/(screens\/.+|queries\.ts)$/,
    instead:
      'a route is params, guard, loader, error view and one screen: put the rest into a feature (screens/, queries.ts) or lib',
  },
  {
    folder: 'src/sw',
    may: [
      'contract',
      'src/db',
      'src/lib/api',
      'src/lib/session',
      'src/lib/sync',
      'src/lib/errors',
      'src/lib/ports',
    ],
    mayTypes: ['src/lib/pwa'],
    // The name of a file that the worker puts into a page.
    mayValues: ['src/lib/pwa/counter-path.ts'],
    instead: 'the worker has no screens: it keeps files, answers navigations and wakes lib/sync',
  },

  {
    folder: 'src/app',
    may: ['contract', 'src/db', 'src/lib'],
    mayPaths: /^src\/features\/[^/]+\/queries\.ts$/,
    mayTypes: ['src/launch'],
    instead:
      'a use-case is done with what it is given: what is drawn belongs in a feature, the order of a launch and the putting together in launch',
  },

  // The composition root: the only place that knows every layer of the portal.
  ...['src/main.tsx', 'src/router.tsx', 'src/routeTree.gen.ts', 'src/launch'].map((folder) => ({
    folder,
    may: ['contract', 'src'],
    except: ['src/sw'],
    instead: 'the page talks to the worker with messages (lib/pwa) and never holds its code',
  })),

  {
    folder: 'server',
    may: ['contract'],
    instead: 'the server and the portal agree in contract: move what both need there',
  },

  {
    folder: 'conformance',
    may: ['contract'],
    instead:
      'the kit knows an API by its calls alone, as the portal does: whatever server it is, what both agree on is in contract',
  },

  ...['tests', 'e2e', 'bench', 'scripts', 'pictures', 'lint'].map((folder) => ({
    folder,
    may: ['*'],
    instead: '',
  })),
]

function drawing(folder, { may = [], mayValues = [] } = {}) {
  return {
    folder,
    may,
    mayTypes: ['contract'],
    mayValues: [
      'contract/currency-text.ts',
      'contract/money.ts',
      'contract/rates.ts',
      'contract/language.ts',
      ...mayValues,
    ],
    instead: 'what draws takes its data as arguments: read it in the feature (queries.ts) and pass it down',
  }
}

/** package.json's `imports`, as folders. `tests/architecture` checks that the two agree. */
export const aliases = {
  '#contract/': 'contract/',
  '#db/': 'src/db/',
  '#lib/': 'src/lib/',
  '#shared/': 'src/shared/',
  '#app/': 'src/app/',
  '#features/': 'src/features/',
  '#server/': 'server/',
}
