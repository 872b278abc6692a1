import { inTranslation } from '#contract/language.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { findTranslation } from '#contract/languages/all.ts'
import { apiBase } from '#server/plugins/endpoints.ts'
import { findSignInIds } from '#server/merchants/sign-in-ids.ts'
import { notFound } from '#server/plugins/problems.ts'
import { outsideHeaders } from '#server/plugins/security-headers.ts'
import { listIcons } from './icons.ts'
import type { PortalOptions } from './options.ts'
import { pageParts, pageZone } from './page.ts'
import { findSearchEntry, listSearchEntries } from '#contract/search-entries.ts'
import type { PortalSource } from './source.ts'
import { isFileLike } from './static-files.ts'
import { fillTemplate } from './template.ts'

type Development = Extract<PortalSource, { kind: 'dev' }>
/** What the server answers itself; the rest goes through the development middleware first. */
const own = [
  apiBase,
  '/sandbox/',
  '/pictures/',
  '/manifest.webmanifest',
  '/meta.json',
  '/robots.txt',
  '/sitemap.xml',
]

/** Pages of the development server: read, filled and compiled for every request, and without a policy that would forbid hot reload. */
export function addDevelopmentPages(app: FastifyInstance, source: Development, options: PortalOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (own.some((start) => request.url.startsWith(start))) return done()
    source.middleware(request.raw, reply.raw, (error) => (error instanceof Error ? done(error) : done()))
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (path.startsWith(`${apiBase}/`) || isFileLike(path)) throw notFound()
    const { merchant } = request
    const context = {
      merchant,
      icons: listIcons(merchant, join(options.merchantsDir, merchant.label, 'pictures')),
      payments: options.payments(merchant),
      verification: options.verification,
      googleMapsKey: options.googleMapsKey,
      log: options.log,
      version: options.version,
      zone: pageZone(merchant, options.now()),
      origin: options.origin(merchant),
      css: '',
    }
    const entry =
      path === '/shell'
        ? undefined
        : findSearchEntry(listSearchEntries(merchant), path === '/' ? '/home' : path)
    const template = { html: readFileSync(join(source.dir, 'index.html'), 'utf8'), begin: undefined }
    const { language } = request
    const parts = inTranslation(findTranslation(language, merchant.host.words), () =>
      pageParts(context, entry, path, { firstScreen: '' }),
    )
    const { html } = fillTemplate(template, { ...parts, language })
    void reply.removeHeader('content-security-policy').headers(
      outsideHeaders({
        payments: options.payments(merchant).provider,
        verification: options.verification.provider,
        signIn: findSignInIds(merchant),
      }),
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await source.transformHtml(request.url, html))
  })
}
