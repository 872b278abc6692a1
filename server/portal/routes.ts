import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { paymentShellUrl } from '#contract/payment-pages.ts'
import { inLowerCase } from '#contract/address-case.ts'
import { findScreen } from '#contract/screens.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { apiBase } from '#server/plugins/endpoints.ts'
import { type Prebuilt, prebuild, sendPrebuilt } from '#server/plugins/prebuilt.ts'
import { notFound } from '#server/plugins/problems.ts'
import { workerContentPolicy } from '#server/plugins/security-headers.ts'
import { addDevelopmentPages } from './development.ts'
import { listIcons, listScreenshots } from './icons.ts'
import { webManifest } from './manifest.ts'
import { noFirstScreen } from './first-screen.ts'
import type { PortalOptions } from './options.ts'
import { type Page, Pages } from './pages.ts'
import { PictureVersions } from './picture-versions.ts'
import { sitemap } from './sitemap.ts'
import type { PortalSource } from './source.ts'
import { hasFile, isFileLike, sendFile } from './static-files.ts'
import { scriptJson } from '#contract/page-format.ts'
import { readTemplate } from './template.ts'

type BuiltPortal = Extract<PortalSource, { kind: 'built' }>

/** The built worker has this placeholder for the list of its host's pages: one build serves every host. */
const keptPagesMark = 'self.__LARDER_PAGES__'
const unreadMark = 'self.__LARDER_UNREAD__'

/** Serves the portal of whichever merchant the host names: page, manifest, worker, assets and pictures. */
export function addPortal(app: FastifyInstance, options: PortalOptions): void {
  const { source } = options
  if (source.kind === 'none') return
  addPictures(app, options)
  addManifest(app, options)
  app.get('/meta.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ version: options.version }),
  )
  addSearchFiles(app, options)
  addEarlyForms(app)
  if (source.kind === 'dev') addDevelopmentPages(app, source, options)
  else addBuiltPages(app, source, options)
}

/** The content types of a browser's form post. */
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i

/**
 * A form that was submitted before the page's scripts were loaded: the browser posts it to the page's own address. The page is shown again; what was typed,
 * perhaps a password, is neither read nor stored. Other posts are answered as usual.
 */
function addEarlyForms(app: FastifyInstance): void {
  const onRequest = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const { headers, url } = request
    const isForm = formTypes.test(headers['content-type'] ?? '')
    const isVisit = headers['sec-fetch-mode'] === undefined || wantsPage(request)
    // Two slashes would lead to another host.
    if (!isForm || !isVisit || url.startsWith('//') || !findScreen(pathOf(request))) return undefined
    // With its query, which may have the token of a mailed link.
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  }
  app.post('/*', { onRequest }, () => {
    throw notFound()
  })
}

/** The pictures folder of a merchant. */
const picturesFolder = (merchantsDir: string, merchant: Merchant): string =>
  join(merchantsDir, merchant.label, 'pictures')

function addPictures(app: FastifyInstance, { merchantsDir }: PortalOptions): void {
  const versions = new PictureVersions()
  app.get('/pictures/*', async (request, reply) => {
    const folder = picturesFolder(merchantsDir, request.merchant)
    const path = wildcardOf(request)
    const { v } = request.query as { v?: unknown }
    const immutable = typeof v === 'string' && (await versions.isThere(folder, path, v))
    return sendFile(request, reply, folder, path, { immutable })
  })
}

/** The files that search engines request first. */
function addSearchFiles(app: FastifyInstance, { origin }: PortalOptions): void {
  app.get('/robots.txt', ({ merchant }, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: ${apiBase}/\nAllow: /\n\nSitemap: ${origin(merchant)}/sitemap.xml\n`),
  )
  const maps = new WeakMap<Merchant, Prebuilt>()
  app.get('/sitemap.xml', (request, reply) => {
    const { merchant } = request
    const map =
      maps.get(merchant) ?? prebuild(sitemap(merchant, origin(merchant)), 'application/xml; charset=utf-8')
    maps.set(merchant, map)
    return sendPrebuilt(request, reply, map)
  })
}

function addManifest(app: FastifyInstance, { merchantsDir }: PortalOptions): void {
  const manifests = new WeakMap<Merchant, Prebuilt>()
  app.get('/manifest.webmanifest', (request, reply) => {
    const { merchant } = request
    const manifest =
      manifests.get(merchant) ??
      prebuild(manifestOf(merchant, merchantsDir), 'application/manifest+json; charset=utf-8')
    manifests.set(merchant, manifest)
    return sendPrebuilt(request, reply, manifest)
  })
}

function manifestOf(merchant: Merchant, merchantsDir: string): string {
  const folder = picturesFolder(merchantsDir, merchant)
  return webManifest(merchant, listIcons(merchant, folder), listScreenshots(folder))
}

function addBuiltPages(
  app: FastifyInstance,
  { dir, earlier, removesWorker = false }: BuiltPortal,
  options: PortalOptions,
): void {
  const pages = new Pages({
    template: readTemplate(dir),
    version: options.version,
    now: options.now,
    payments: options.payments,
    verification: options.verification,
    googleMapsKey: options.googleMapsKey,
    log: options.log,
    picturesFolder: (merchant) => picturesFolder(options.merchantsDir, merchant),
    firstScreen: options.firstScreen ?? noFirstScreen,
    origin: options.origin,
  })
  const assets = join(dir, 'assets')
  app.get('/assets/*', (request, reply) => {
    const path = wildcardOf(request)
    const folder = earlier !== undefined && !hasFile(assets, path) ? earlier : assets
    return sendFile(request, reply, folder, path, { immutable: true })
  })
  if (removesWorker)
    app.get('/service-worker.js', (request, reply) =>
      sendFile(request, reply, dir, './service-worker-removal.js', { immutable: false }),
    )
  else addWorker(app, dir, pages)
  app.get('/shell', (request, reply) =>
    sendPage(request, reply, pages.getShell(request.merchant, request.language)),
  )
  app.get(paymentShellUrl, (request, reply) => {
    const page = pages.getPaymentShell(request.merchant, request.language)
    if (!page) throw notFound()
    return sendPage(request, reply, page)
  })
  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (path === apiBase || path.startsWith(`${apiBase}/`)) throw notFound()
    // The build's own page still has its placeholders.
    if (path === '/index.html') return reply.redirect('/', 301)
    if (isFileLike(path) && (hasFile(dir, `.${path}`) || !wantsPage(request)))
      return sendFile(request, reply, dir, `.${path}`, { immutable: false })
    // A search engine gets a 404, a guest is led on (docs/decisions/037).
    if (!findScreen(path)) void reply.code(404)
    else if (inLowerCase(path) !== path) return reply.redirect(inLowerCase(request.url), 301)
    return sendPage(
      request,
      reply,
      await pages.get(request.merchant, path, request.language, {
        isPlain: !request.url.includes('?'),
        isVisit: wantsPage(request),
      }),
    )
  })
}

function addWorker(app: FastifyInstance, dir: string, pages: Pages): void {
  const file = join(dir, 'service-worker.js')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const workers = new WeakMap<Merchant, Map<string, Prebuilt>>()
  app.get('/service-worker.js', async (request, reply) => {
    if (text === undefined) throw notFound()
    const { merchant } = request
    const { language } = request
    const made = workers.get(merchant) ?? new Map<string, Prebuilt>()
    workers.set(merchant, made)
    const worker =
      made.get(language) ??
      prebuild(
        text
          .replaceAll(keptPagesMark, asExpression(await pages.listKept(merchant, language)))
          .replaceAll(unreadMark, asExpression(unreadWords(merchant, language))),
        'text/javascript; charset=utf-8',
      )
    made.set(language, worker)
    void reply.header('content-security-policy', workerContentPolicy)
    return sendPrebuilt(request, reply, worker, { vary: languageVary })
  })
}

/** Replaces a placeholder in a script by a value, in brackets: after an arrow, a bare object would be a block. */
const asExpression = (value: unknown) => (): string => `(${scriptJson(value)})`

/** What the worker shows for a push message that it cannot read (a newer server's): a worker has no translations. */
const unreadWords = (merchant: Merchant, lang: PageLanguage): Record<'title' | 'body' | 'lang', string> =>
  inLanguage(merchant, lang, () => ({
    title: t('Order update'),
    body: t('Open it to see where it stands.'),
    lang,
  }))

/** What a page depends on, besides its address. */
const languageVary = 'accept-language, cookie'
/** A page for a visit differs from the one for the worker. */
const pageVary = `${languageVary}, sec-fetch-dest, sec-fetch-mode`

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  void reply.headers(page.headers)
  // The worker keeps no page that was altered under way.
  return sendPrebuilt(request, reply, page.prebuilt, {
    cacheControl: 'no-cache, no-transform',
    vary: pageVary,
  })
}

/** A guest navigated to this address, and must be led on from there; scripts and pictures need an answer that they can use. */
const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' || headers['sec-fetch-mode'] === 'navigate'
const wildcardOf = (request: FastifyRequest): string => (request.params as { '*': string })['*']
const pathOf = (request: FastifyRequest): string => request.url.split('?')[0]!
