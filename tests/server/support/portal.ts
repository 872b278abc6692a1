import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A small portal as the build produces it: a page with its placeholders, one stylesheet, one script with compressed versions, a worker. */
export function buildTinyPortal(): string {
  const dir = mkdtempSync(join(tmpdir(), 'larder-portal-'))
  mkdirSync(join(dir, 'assets'))
  const script = `console.log("portal")\n`.repeat(100)
  const files: Record<string, string | Buffer> = {
    'index.html': [
      '<!doctype html>',
      '<html lang="en">',
      '  <head>',
      '    <!--larder:head-->',
      '    <link rel="manifest" href="/manifest.webmanifest" />',
      '    <link rel="stylesheet" crossorigin href="/assets/index-abc.css">',
      '  </head>',
      '  <body>',
      '    <div id="root"><!--larder:first-screen--></div>',
      '    <!--larder:facts-->',
      '    <script type="module" crossorigin src="/assets/index-abc.js"></script>',
      '  </body>',
      '</html>',
    ].join('\n'),
    'assets/index-abc.css': 'body::after{content:"</style>";color:var(--h-ink)}',
    'assets/index-abc.js': script,
    'assets/index-abc.js.br': brotliCompressSync(script),
    'assets/index-abc.js.gz': gzipSync(script),
    'service-worker.js': 'const pages = self.__LARDER_PAGES__, unread = () => self.__LARDER_UNREAD__',
    'secret.txt': 'only what the build put here',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
  return dir
}
