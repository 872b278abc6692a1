import { message, t, translateName } from '#contract/language.ts'
import { isCardOrderOffered } from '#contract/rules/card-order.ts'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import type { Settings } from '#contract/schemas/location.ts'

type SendChoice = { type: CardOrderType; label: string }

const entries = [
  { type: 'SendText', setting: 'send_card_by_text_label', label: message('SEND CARD VIA TEXT') },
  { type: 'SendEmail', setting: 'send_card_by_email_label', label: message('SEND CARD VIA EMAIL') },
  { type: 'SendPhysical', setting: 'send_card_by_mail_label', label: message('SEND CARD VIA POST') },
] as const

/** The ways to send a card that this location has switched on, with its own labels if it has any (specification §2 *Send A Gift Card*). */
export function listSendChoices(settings: Settings): SendChoice[] {
  return entries
    .filter(({ type }) => isCardOrderOffered(settings, type))
    .map(({ type, setting, label }) => ({
      type,
      label: translateName(textOf(settings, setting) ?? t(label)),
    }))
}

/** The merchant's HTML below the choices; undefined if there is none. */
export const findPromotion = (settings: Settings): string | undefined => textOf(settings, 'promotional_text')

function textOf({ consumer_application_settings }: Settings, name: string): string | undefined {
  const text = consumer_application_settings[name]
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
