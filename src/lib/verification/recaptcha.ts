import { loadScript } from '#lib/ports/load-script.ts'

/** The part of reCAPTCHA v2 that the portal uses. */
type Recaptcha = {
  ready(run: () => void): void
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      size: 'normal' | 'compact'
      callback: (answer: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): number
  reset(id: number): void
}

const address = 'https://www.google.com/recaptcha/api.js?render=explicit'

/** The widget's minimum width; on narrower screens it has a compact form. */
const normalWidthPx = 304

/** Puts reCAPTCHA's checkbox into `place`. Its script is loaded only here. Returns a function that removes the checkbox. */
export function mountRecaptcha(
  siteKey: string,
  place: HTMLElement,
  on: { answer: (answer: string | undefined) => void; failed: () => void },
): () => void {
  // A new element for each mount: reCAPTCHA can render into an element only once.
  const box = document.createElement('div')
  place.append(box)
  let gone = false
  const render = (): void => {
    const recaptcha = findRecaptcha()
    if (gone || !recaptcha) return
    recaptcha.ready(() => {
      if (gone) return
      recaptcha.render(box, {
        sitekey: siteKey,
        theme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light',
        size: place.clientWidth > 0 && place.clientWidth < normalWidthPx ? 'compact' : 'normal',
        callback: (answer) => on.answer(answer),
        'expired-callback': () => on.answer(undefined),
        'error-callback': () => {
          on.answer(undefined)
          on.failed()
        },
      })
    })
  }
  loadScript(address).then(render, () => !gone && on.failed())
  return () => {
    gone = true
    box.remove()
  }
}

const findRecaptcha = (): Recaptcha | undefined => (globalThis as { grecaptcha?: Recaptcha }).grecaptcha
