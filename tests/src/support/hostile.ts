import * as fc from 'fast-check'

/** Texts that an attacker would put into a merchant's settings: whole attacks, and fragments of them joined in new ways. */

const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '&#106;avascript:',
  'vbscript:',
  'data:text/html,',
  'data:image/svg+xml,',
  'blob:',
  'file:///',
]
const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:\\\\evil.example',
  'https:evil.example',
  'https://bella.example@evil.example',
]
const escapes = [
  '%2f',
  '%5c',
  '&sol;',
  '&#x2f;',
  '&Tab;',
  '&NewLine;',
  '&colon;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&#0;',
  '&amp;lt;',
]
const oddities = [
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\u0000',
  '\u0001',
  '\t',
  '\n',
  '\r',
  '\u2028',
  'ﬀ',
  '／',
  '：',
]
const handlers = [
  ' onerror=ran()',
  ' onload="ran()"',
  '/onclick=ran()',
  " ONFOCUS='ran()' autofocus",
  '\nonpointerenter=ran()',
  ' on\u0000error=ran()',
]
const attributes = [
  ' href=',
  ' href="',
  " href='",
  ' src=',
  ' src="',
  ' srcset="',
  ' style="',
  ' xlink:href="',
  ' formaction="',
  ' action="',
  ' srcdoc="',
  ' ping="',
  ' background="',
  ' poster="',
  ' data-path="/x"',
  ' id="screen"',
  ' name="attributes"',
  ' is="x-y"',
  ' target="_top"',
  ' rel="opener"',
]
const openings = [
  '<a',
  '<img',
  '<p',
  '<svg',
  '<math',
  '<style',
  '<script',
  '<iframe',
  '<object',
  '<embed',
  '<form',
  '<input',
  '<base',
  '<link',
  '<meta',
  '<video',
  '<template',
  '<noscript',
  '<table',
  '<mglyph',
  '<mtext',
  '<annotation-xml encoding="text/html"',
  '<foreignObject',
  '<title',
  '<textarea',
  '<xmp',
  '<select',
  '<option',
  '<plaintext',
  '<noembed',
  '<noframes',
  '<frameset',
  '<body',
  '<html',
  '<animate attributeName=href',
  '<use',
  '<x-y',
  '<dialog open',
]
const endings = [
  '>',
  '/>',
  '"',
  "'",
  '`',
  '">',
  "'>",
  '-->',
  ']]>',
  '<!--',
  '<![CDATA[',
  '<?xml',
  '</',
  '</p>',
  '</a>',
  '</svg>',
  '</math>',
  '</style>',
  '</script>',
]
const words = [
  'ran()',
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  'url(https://evil.example/x)',
  'x',
  ' ',
  '/ok',
  'expression(ran())',
  '{{ran()}}',
]

const broken = [
  ...openings,
  ...openings,
  ...attributes,
  ...handlers,
  ...endings,
  ...endings,
  ...schemes,
  ...elsewhere,
  ...escapes,
  ...oddities,
  ...words,
]

/** Well-formed elements with hostile contents, which a parser keeps as they are. */
const whole = (): fc.Arbitrary<string> =>
  fc
    .record({
      tag: fc.constantFrom(
        'a',
        'a',
        'A',
        'img',
        'p',
        'b',
        'svg',
        'math',
        'style',
        'script',
        'iframe',
        'form',
        'li',
        'base',
        'x-y',
      ),
      name: fc.constantFrom(
        'href',
        'href',
        'HREF',
        'src',
        'srcset',
        'style',
        'xlink:href',
        'onclick',
        'data-path',
        'alt',
        'width',
      ),
      address: fc.oneof(hostileAddress(), fc.constantFrom('/ok', 'https://friends.example/x')),
      more: fc.constantFrom('', '', ...handlers, ...attributes),
      text: fc.constantFrom('x', ...words, ...openings),
    })
    .map(({ tag, name, address, more, text }) => `<${tag} ${name}="${address}"${more}>${text}</${tag}>`)

/** Markup of up to eight parts, joined at random. */
export const hostileHtml = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(whole(), fc.constantFrom(...broken)), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''))

/** An address of 1 to 8 pieces: some lead nowhere, some look like our own, and some are. */
export const hostileAddress = (): fc.Arbitrary<string> =>
  joined(
    [
      ...schemes,
      ...elsewhere,
      ...escapes,
      ...oddities,
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      'https://',
      'HTTP://',
      'evil.example',
      'menus',
      ' ',
    ],
    8,
  )

const joined = (pieces: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map((parts) => parts.join(''))
