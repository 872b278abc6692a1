/**
 * What a page of the portal is made of, for the four that have to do with it: the server writes it, the script that begins it and the portal read it, the
 * worker makes the counter's page of it. Names and markup stand here, so that no side searches for text that another has changed.
 */

/** The element that the portal is drawn into. */
export const rootId = 'root'

/** On the root (`data-path`): the path whose first screen is the markup inside. Without it there is none. */
export const pathKey = 'path'

/** On the root (`data-kept`): the address of the view inside, which this device has kept. It is looked at until the portal has drawn the screen itself. */
export const keptKey = 'kept'

/** The data blocks: what the portal knows before it asks, and what the first screen shows. */
export const blockIds = { host: 'larder-host', first: 'larder-first' } as const

/** Where the portal's own script is, and the files that it stands on (addresses, in their order, a space between). As `dataset` of the script that begins. */
export type PortalFiles = { portal: string; parts: string }

/** Text as it may stand in markup and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON as it may stand in a script element: `</script>` and `<!--` cannot be formed. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** A data block, which no browser runs as a script. */
export const buildDataBlock = (id: (typeof blockIds)[keyof typeof blockIds], data: unknown): string =>
  `<script type="application/json" id="${id}">${scriptJson(data)}</script>`

/** The root with the first screen of a path in it; with no markup, an empty one. The worker's copy may be opened under another path, so the root says its own. */
export const buildRoot = (path: string, firstScreen: string): string =>
  firstScreen === ''
    ? `<div id="${rootId}"></div>`
    : `<div id="${rootId}" data-${pathKey}="${escapeHtml(path)}">${firstScreen}</div>`

/** The script that begins a page in place of the portal's own, and tells it where that is: a line of the head. */
export const buildBeginScript = (begin: string, { portal, parts }: PortalFiles): string =>
  `    <script defer fetchpriority="high" src="${begin}" data-portal="${portal}" data-parts="${parts}"></script>\n`

const beginScript =
  /[ \t]*<script defer fetchpriority="high" src="[^"]+" data-portal="([^"]+)" data-parts="([^"]*)"><\/script>\n?/

/** A file of the portal that is fetched ahead: a line of the head. */
export const buildPreload = (href: string): string =>
  `    <link rel="modulepreload" crossorigin href="${href}">\n`

const waiting = ' media="not all"'

/**
 * A typeface that is fetched ahead: a line of the head. It is there when the first screen's lines are broken, which is then done once. `isAhead`: not where the
 * page has nothing to show yet, since the portal that will draw it needs the connection more; what is put into such a page (a kept view, the counter) has it fetched.
 */
export const buildFacePreload = (href: string, { isAhead }: { isAhead: boolean }): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}"${isAhead ? '' : waiting}>`

const waitingFaces = new RegExp(`(<link rel="preload" as="font"[^>]*)${waiting}>`, 'g')

/**
 * The first line of the head where the root has something to show: no frame is drawn before the root has begun, since one with nothing on it takes time, too.
 * Chrome goes on at its start tag, so a long list still shows its beginning first. It stands before the base: what is waited for must be in this very
 * document, whatever its address.
 */
export const awaitRoot = `<link rel="expect" href="#${rootId}" blocking="render">`

/** Lines as `buildPreload` and Vite write them; the group is the file's address. */
export const preloads = /[ \t]*<link rel="modulepreload"[^>]*\bhref="(\/[^"]+)"[^>]*>\n?/g

/** Where a page says that its portal is; undefined: it was not made by a built server. */
export function findPortalFiles(html: string): PortalFiles | undefined {
  const found = beginScript.exec(html)
  return found ? { portal: found[1]!, parts: found[2]! } : undefined
}

/**
 * The page of the counter, made of the shell: `script` draws the card from what the device holds, and the portal's files are read after it, since they
 * would be in its way. Undefined when the page has no script that begins: then it opens the counter as any other screen.
 */
export function buildCounterPage(shell: string, script: string): string | undefined {
  const files = findPortalFiles(shell)
  if (!files) return undefined
  // The script stands behind the root, so it needs no `defer`, and runs before anything else is asked for.
  const first = `<script src="${script}" data-portal="${files.portal}" data-parts="${files.parts}"></script></body>`
  return shell
    .replace(beginScript, '')
    .replace(preloads, '')
    .replace(waitingFaces, '$1>')
    .replace('<head>', () => `<head><link rel="preload" as="script" href="${script}">`)
    .replace('</body>', () => first)
}

/** What a screen of this device looked like: its markup, the rules that stand in no file, and the addresses of its stylesheets. */
export type PageView = { markup: string; css: string; sheets: string[] }

/**
 * The page of an address with the view that the device has kept of it, made of the shell. `style` is the text whose hash the page's policy must allow.
 * Undefined when the shell has no place for it: then it opens as it is.
 */
export function buildKeptPage(
  shell: string,
  address: string,
  { markup, css, sheets }: PageView,
): { html: string; style: string } | undefined {
  const emptyRoot = buildRoot('', '')
  if (!shell.includes(emptyRoot) || !findPortalFiles(shell)) return undefined
  // A style element ends at `</style`, whatever a string in the CSS says.
  const style = css.replace(/<\/(?=style)/gi, '<\\/')
  const links = sheets
    .map((href) => `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}">`)
    .join('')
  const html = shell
    // The portal's files would be in its way: the script that begins fetches them after it.
    .replace(preloads, '')
    .replace(waitingFaces, '$1>')
    .replace('<head>', () => `<head>${awaitRoot}`)
    .replace('</head>', () => `${links}<style id="${keptStyleId}">${style}</style></head>`)
    .replace(emptyRoot, () => `<div id="${rootId}" data-${keptKey}="${escapeHtml(address)}">${markup}</div>`)
  return { html, style }
}

/** The rules of a kept view, which go with it. */
export const keptStyleId = 'kept-style'

/** Whether an answer's text is a page of the portal: a captive network answers with pages, too. */
export const isPortalPage = (text: string): boolean => text.includes(`id="${blockIds.host}"`)
