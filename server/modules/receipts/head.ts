import { type Receipt, servedByNobody } from '#contract/schemas/receipt.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { pageUrl, type ServerAddress } from '#server/modules/accounts/links.ts'

/** The head of a receipt: `path` is the page of the order. */
export type ReceiptHead = { path: string; reached: ServerAddress }

/** What was bought. */
type Bought = 'a meal' | 'gift cards'

type Head = Pick<
  Receipt,
  | 'location_image_url'
  | 'location_name'
  | 'location_address1'
  | 'location_address2'
  | 'location_city'
  | 'location_state'
  | 'location_zip'
  | 'location_phone'
  | 'message'
  | 'server_name'
  | 'check_link'
  | 'support_footer'
  | 'location_promotion_text'
  | 'location_url'
>

/**
 * The merchant's part of a receipt: picture and texts from its configurations and settings. The promotional text is about gift cards (GC-15), so it is left out
 * for meals.
 */
export function receiptHead(merchant: Merchant, bought: Bought, { path, reached }: ReceiptHead): Head {
  const { name, address1, address2, city, state, zip, phone, settings } = merchant.location
  const promotion = settings.consumer_application_settings['promotional_text']
  return {
    location_image_url: findImage(merchant),
    location_name: name,
    location_address1: address1,
    location_address2: address2,
    location_city: city,
    location_state: state,
    location_zip: zip,
    location_phone: phone,
    message: `Thank you for ordering from ${name}!`,
    server_name: servedByNobody,
    check_link: pageUrl(merchant, '', path, reached),
    support_footer: `Questions about this order? Please call us at ${phone}.`,
    location_promotion_text: bought === 'gift cards' && typeof promotion === 'string' ? promotion : '',
    location_url: pageUrl(merchant, '', '/', reached),
  }
}

/** The restaurant's logo, else its picture (specification §3, location configuration); empty where it has neither. */
function findImage({ configurations }: Merchant): string {
  for (const key of ['app_icon', 'preview_location_background_url', 'location_background_url']) {
    const value = configurations.find((one) => one.name === key)?.value
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
