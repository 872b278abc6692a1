import { applyPromoCode } from '#features/checkout/requests.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Stage } from './book.ts'
import type { Code } from './offers.ts'
import type { Tab } from './tab.ts'

/** Promo codes: on a food order it needs an answer, and changes the price that is shown. */

/** Enters a code for the order on the screen. */
export async function enterCode(stage: Stage, tab: Tab, code: Code): Promise<void> {
  const { services, phone } = tab
  await services.flush()
  const view = await tab.look()
  if (!view || view.lines.length === 0) return
  stage.book.codes.push({ serverId: view.ticketId, code })
  phone.world.tell(tab.life.name, `enters the code ${code}`)
  const said = (what: string): void => {
    phone.world.count(`promo code: ${what}`)
    phone.world.tell(tab.life.name, `the code ${code}: ${what}`)
  }
  try {
    await applyPromoCode(services, view, code)
  } catch (error) {
    said(error instanceof AppError ? error.kind : 'failed')
    throw error
  }
  said('taken')
}
