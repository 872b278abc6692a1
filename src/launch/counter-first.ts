import { t } from '#contract/language.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { Card } from '#contract/schemas/card.ts'
import { asOfText, balanceText, listForCounter } from '#features/cards/listing.ts'
import { findBarPattern } from '#lib/barcode/code128.ts'
import { drawBars, snappedSize } from '#lib/barcode/draw-bars.ts'
import { showCounterFirst } from '#lib/pwa/counter-first.ts'
import { counterPath } from '#lib/pwa/counter-path.ts'
import { setCounterLanguage } from './counter-words.ts'
import { readFirstCards } from './first-cards.ts'
import { findFirstScreen, readHostFacts } from './host-facts.ts'
import { loadPortal } from './load-portal.ts'
import { painted } from './painted.ts'

/**
 * The counter before the portal has loaded: a script of its own, a few kilobytes, which the worker puts into the page of `/mycards/counter`. It draws the card
 * from the browser's own store while the portal is still loading; the portal's screen then replaces it, with all its functions. It shows the same as that
 * screen: same card, same bars, same words.
 */

type Style = Partial<CSSStyleDeclaration>

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  style: Style,
  text?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  // Through the style object: the page's policy allows no style attributes.
  Object.assign(element.style, style)
  if (text !== undefined) element.textContent = text
  return element
}

function show(card: Card, balance: string, age: string): void {
  const pattern = findBarPattern(card.card_number)
  if (!pattern) return
  const number = groupCardNumber(card.card_number)
  const dialog = make('dialog', {
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    overflow: 'auto',
    background: '#fff',
    color: '#000',
    colorScheme: 'only light',
    outline: 'none',
  })
  dialog.setAttribute('aria-label', t('Gift card for the counter'))
  dialog.tabIndex = -1
  const field = make('div', {
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: '20px',
    minHeight: '100%',
    paddingBlock: '4rem 16px',
  })
  const bars = make('canvas', { display: 'block', width: '100%', height: 'clamp(120px, 34dvh, 300px)' })
  bars.setAttribute('role', 'img')
  bars.setAttribute('aria-label', number)
  const digits = make(
    'p',
    {
      fontSize: 'clamp(1.5rem, 7.4vw, 3.25rem)',
      lineHeight: '1.1',
      letterSpacing: '0.03em',
      textWrap: 'balance',
      textAlign: 'center',
    },
    number,
  )
  const money = make('p', { display: 'grid', justifyItems: 'center', textAlign: 'center' })
  money.append(
    make('strong', { fontSize: 'clamp(1.75rem, 8vw, 2.75rem)', lineHeight: '1.1' }, balance),
    make('span', { color: '#444' }, age),
  )
  field.append(bars, digits, money)
  dialog.append(field)
  showCounterFirst(dialog)
  drawBars(bars, pattern, snappedSize(bars))
}

async function start(): Promise<void> {
  const path = new URL(document.baseURI).pathname.replace(/\/$/, '') + counterPath
  if (location.pathname !== path) return
  const facts = readHostFacts(document)
  const known = await readFirstCards(location.pathname, facts.host.locationId)
  if (!known || known.cards.length === 0) return
  const asked = new URLSearchParams(location.search).get('card') ?? undefined
  const cards = listForCounter(known.cards, asked)
  const card = asked === undefined ? cards[0] : cards.find(({ id }) => id === asked)
  // The portal's screen says that the card is gone before it shows another.
  if (!card) return
  setCounterLanguage(document.documentElement.lang, facts.host.words)
  const timeZone = findFirstScreen(document)?.location.location.time_zone
  show(card, balanceText(card), timeZone === undefined ? '' : asOfText(known.savedAt, Date.now(), timeZone))
  await painted()
}

/** The portal's own files are loaded only after the card is shown: even requesting them keeps a slow phone busy for longer than the card takes. */
const files = document.currentScript?.dataset ?? {}

start()
  // Whatever went wrong here, the portal reports it itself.
  .catch(() => undefined)
  .then(() => loadPortal(files))
