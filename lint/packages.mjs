/** Which layer may use which package. The linter enforces it (rules/layers.mjs). */

const nodeLayers = ['conformance', 'server', 'scripts', 'pictures', 'tests', 'e2e', 'bench', 'lint']
const headless = ['contract', 'src/db', 'src/lib/sync', 'src/lib/api', 'src/sw']

/** Packages with an owner: allowed in these layers only (`only`), or forbidden in those (`never`). Files at the root (vite.config.ts) are not restricted. */
export const packages = [
  {
    names: ['dexie', 'dexie-*'],
    only: ['src/db', 'src/lib/query/use-live.ts', 'tests'],
    instead: 'add a read or a write to a table file in src/db and call that',
  },
  {
    names: ['@chakra-ui/*', '@emotion/*'],
    only: ['src/lib/theme', 'src/lib/ui', 'tests'],
    instead:
      'use the kit in #lib/ui (or #lib/paint on the launch path); a piece that is missing is added there',
  },
  {
    names: ['@tanstack/react-query', '@tanstack/react-query-*', '@tanstack/query-*'],
    never: headless,
    instead:
      'the worker and the simulator run this layer without a query cache: the query belongs in lib/query or features/<x>/queries.ts',
  },
  {
    names: ['react', 'react-dom', '@tanstack/react-router'],
    never: headless,
    instead: 'this layer runs without a screen: the hook or component belongs in lib/query or a feature',
  },
  {
    names: [
      'jsbarcode',
      'jsbarcode/*',
      'barcode-detector',
      'barcode-detector/*',
      'zxing-wasm',
      'zxing-wasm/*',
    ],
    only: ['src/lib/barcode', 'tests', 'e2e'],
    instead: 'barcodes are made and read in #lib/barcode, and nowhere else',
  },
  {
    names: ['@simplewebauthn/browser', 'uqr'],
    only: ['src/lib/second-factor', 'tests'],
    instead: 'passkeys and codes are asked for in #lib/second-factor, and nowhere else',
  },
  {
    names: ['sanitize-html'],
    only: ['src/launch', 'tests'],
    instead: 'a merchant’s HTML comes onto a screen by MerchantHtml (lib/ui), which needs a document',
  },
  {
    names: ['minisearch'],
    only: ['src/shared/menu-search', 'tests'],
    instead: 'dishes are searched for in #shared/menu-search, and nowhere else',
  },
  {
    names: ['node:*'],
    only: nodeLayers,
    instead: 'the portal runs in a browser: Node belongs in server or scripts',
  },
  {
    names: [
      'fastify',
      '@fastify/*',
      'pg',
      '@electric-sql/pglite',
      'stripe',
      'temporal-polyfill',
      'jose',
      'nodemailer',
      '@node-rs/argon2',
      'node-forge',
      'pngjs',
      'fflate',
      '@simplewebauthn/server',
      'otpauth',
    ],
    only: nodeLayers,
    instead: 'this is the server’s package: the portal asks the API (contract/endpoints.ts)',
  },
]
