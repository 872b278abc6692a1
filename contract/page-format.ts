/**
 * The format of a portal page, for the four programs that use it: the server writes it, the launch script and the portal read it, the worker makes the
 * counter's page from it. Names and markup are defined here, so that no side searches for text that another has changed.
 */

/** The element that the portal draws into. */
export const rootId = 'root'

/** On the root (`data-path`): the path whose first screen is the markup inside. Missing: there is no first screen. */
export const pathKey = 'path'

/**
 * On the root (`data-kept`): the address of the view inside, which this device saved earlier or the server made. It is shown until the portal has drawn the
 * screen itself. Empty: it is for whichever address was opened, which the launch script fills in.
 */
export const keptKey = 'kept'

/**
 * On the root (`data-new-device`): the view inside is what a device sees that stores nothing of this site, such as the sign-in in place of somebody's cards. It
 * stays hidden on every other device. The document's element has the same attribute where the device is new (`markNewDevice`). It is the same for every address that leads there: the launch script fills in `data-kept`, or empties the root.
 */
export const newDeviceKey = 'newDevice'

const newDeviceAttribute = 'data-new-device'

/**
 * A script in the page, allowed by its hash, which runs before anything is shown: storage that is empty belongs to a device that has never launched the portal,
 * since every launch counts itself there. A browser that refuses its storage counts as a known device.
 */
const markNewDevice = `try{localStorage.length||document.documentElement.setAttribute('${newDeviceAttribute}','')}catch{}`

/** The data blocks: what the portal knows before its first request, and what the first screen shows. */
export const blockIds = { host: 'larder-host', first: 'larder-first' } as const

/** The portal's own script, and the files that it imports (addresses, in order, separated by spaces). In the `dataset` of the launch script. */
export type PortalFiles = { portal: string; parts: string }

/** Text escaped for markup and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON escaped for a script element: `</script>` and `<!--` cannot occur. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** A data block, which no browser runs as a script. */
export const buildDataBlock = (id: (typeof blockIds)[keyof typeof blockIds], data: unknown): string =>
  `<script type="application/json" id="${id}">${scriptJson(data)}</script>`

/**
 * The root with a path's first screen in it, or an empty root if there is no markup. The worker's copy may be opened under another path, so the root names its
 * own.
 */
export const buildRoot = (path: string, firstScreen: string): string =>
  firstScreen === ''
    ? `<div id="${rootId}"></div>`
    : `<div id="${rootId}" data-${pathKey}="${escapeHtml(path)}">${firstScreen}</div>`

/** The launch script, loaded in place of the portal's own script, with the addresses of that one: a line of the head. */
export const buildBeginScript = (begin: string, { portal, parts }: PortalFiles): string =>
  `    <script defer fetchpriority="high" src="${begin}" data-portal="${portal}" data-parts="${parts}"></script>\n`

const beginScript =
  /[ \t]*<script defer fetchpriority="high" src="[^"]+" data-portal="([^"]+)" data-parts="([^"]*)"><\/script>\n?/

/** A portal file to preload: a line of the head. */
export const buildPreload = (href: string): string =>
  `    <link rel="modulepreload" crossorigin href="${href}">\n`

const waiting = ' media="not all"'

/**
 * A typeface to preload: a line of the head. It then arrives before the first screen's text is laid out, which happens only once. `isAhead` is false where the
 * page has nothing to show yet, since the portal that will draw it needs the connection more; adding content to such a page (a kept view, the counter) enables
 * the preload.
 */
export const buildFacePreload = (href: string, { isAhead }: { isAhead: boolean }): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}"${isAhead ? '' : waiting}>`

/** The typefaces of a page whose first pictures need the connection more. They load after the pictures: the launch script then turns this style on. */
export const buildWaitingFaces = (css: string): string => `<style${waiting}>${css}</style>`

/** Finds the style of `buildWaitingFaces`. */
export const waitingFacesSelector = `style[${waiting.trim()}]`

const waitingFaces = new RegExp(`(<link rel="preload" as="font"[^>]*)${waiting}>`, 'g')

/**
 * The first line of the head where the root has content: no frame is drawn before the root has begun, since an empty frame costs time, too. Chrome continues at
 * the root's start tag, so the beginning of a long list still shows first. It must come before the base element: the target must be in this very document,
 * whatever its address.
 */
export const awaitRoot = `<link rel="expect" href="#${rootId}" blocking="render">`

/** Lines as `buildPreload` and Vite write them; the group is the file's address. */
export const preloads = /[ \t]*<link rel="modulepreload"[^>]*\bhref="(\/[^"]+)"[^>]*>\n?/g

/** The addresses of the portal's files from a page; undefined: the page was not made by a built server. */
export function findPortalFiles(html: string): PortalFiles | undefined {
  const found = beginScript.exec(html)
  return found ? { portal: found[1]!, parts: found[2]! } : undefined
}

/**
 * The counter's page, made from the shell: `script` draws the card from the device's data, and the portal's files are loaded after it, since they would delay
 * it.
 * Undefined when the page has no launch script: then the counter opens like any other screen.
 */
export function buildCounterPage(shell: string, script: string): string | undefined {
  const files = findPortalFiles(shell)
  if (!files) return undefined
  // The script comes after the root, so it needs no `defer`, and runs before anything else is requested.
  const first = `<script src="${script}" data-portal="${files.portal}" data-parts="${files.parts}"></script></body>`
  return shell
    .replace(beginScript, '')
    .replace(preloads, '')
    .replace(waitingFaces, '$1>')
    .replace('<head>', () => `<head><link rel="preload" as="script" href="${script}">`)
    .replace('</body>', () => first)
}

/** A stylesheet that a page contains inline: its address, and its text. */
export type InlineSheet = { href: string; css: string }

/** On the style element with the stylesheets of the page's own screen: other screens do not have them. */
const screenStyleAttribute = 'data-screen-style'

/** Finds the style element of `buildScreenSheets`. */
export const screenStyleSelector = `style[${screenStyleAttribute}]`

/**
 * A link that loads nothing, because the page contains the stylesheet inline. The code that loads a screen's stylesheets checks for existing links, and would
 * otherwise load it again, after those of other screens. A link with an unknown type is not loaded; a `disabled` one is, by the browser's preload scanner.
 */
export const buildInlinedLink = (href: string): string =>
  `<link rel="stylesheet" type="text/plain" href="${escapeHtml(href)}">`

/**
 * The stylesheets of a page's screen: lines of the head, and the text whose hash the page's policy must allow. As files, they would delay the first frame by a
 * round trip of the network.
 */
export function buildScreenSheets(sheets: readonly InlineSheet[]): { html: string; style: string } {
  const style = asStyle(sheets.map(({ css }) => css).join('\n'))
  const links = sheets.map(({ href }) => buildInlinedLink(href)).join('')
  return { html: `${links}<style ${screenStyleAttribute}>${style}</style>`, style }
}

/** A style element ends at `</style`, even inside a CSS string. */
export const asStyle = (css: string): string => css.replace(/<\/(?=style)/gi, '<\\/')

/** How a screen looked on this device: its markup, and the CSS rules for it that are not in every page. */
export type PageView = {
  markup: string
  css: string
  /** Only a device that stores nothing yet would see this; on another the screen is somebody's own. */
  isForNewDevice?: boolean
  /** The same for every address of its screen: how it looks while it loads what the address names. */
  isForAnyAddress?: boolean
}

/**
 * The page of an address with the device's kept view of it, made from the shell. `style` and `script` are the texts whose hashes the page's policy must allow.
 * Undefined when the shell has no place for it: then the page opens unchanged.
 */
export function buildKeptPage(
  shell: string,
  address: string,
  { markup, css, isForNewDevice = false, isForAnyAddress = isForNewDevice }: PageView,
): { html: string; style: string; script?: string } | undefined {
  const emptyRoot = buildRoot('', '')
  if (!shell.includes(emptyRoot) || !findPortalFiles(shell)) return undefined
  const style = asStyle(isForNewDevice ? hideFromKnownDevices + css : css)
  const kept = `data-${keptKey}="${isForAnyAddress ? '' : escapeHtml(address)}"`
  const html = shell
    // The portal's files would delay the view: the launch script loads them afterwards.
    .replace(preloads, '')
    .replace(waitingFaces, '$1>')
    .replace('<head>', () => `<head>${isForNewDevice ? `<script>${markNewDevice}</script>` : ''}${awaitRoot}`)
    .replace('</head>', () => `<style id="${keptStyleId}">${style}</style></head>`)
    .replace(
      emptyRoot,
      () => `<div id="${rootId}" ${kept}${isForNewDevice ? ` ${newDeviceAttribute}` : ''}>${markup}</div>`,
    )
  return { html, style, ...(isForNewDevice && { script: markNewDevice }) }
}

const hideFromKnownDevices = `:root:not([${newDeviceAttribute}]) #${rootId}[${newDeviceAttribute}]{display:none}`

/**
 * The style element of a kept view. It stays when the view is replaced: the screen has the same rules, and without its layers Chrome would make every typeface
 * anew, so that all text would be shown in the stand-ins once more until they are loaded.
 */
const keptStyleId = 'kept-style'

/** Whether an answer's text is a page of the portal: a captive network also answers with pages. */
export const isPortalPage = (text: string): boolean => text.includes(`id="${blockIds.host}"`)
