import { findContent } from '#contract/schemas/content.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'

/** The hosts of pictures in a merchant's own files, without the portal's own. Menu pictures are always in the merchant's folder. */
export function listPictureOrigins(merchant: MerchantDocument): string[] {
  const { home_page } = merchant.location.settings.consumer_application_settings
  const named = [
    ...(home_page?.header_images ?? []).map(({ image }) => image.imageSignedUrl),
    home_page?.front_image?.image.imageSignedUrl,
    ...merchant.cardPrograms.map(({ image }) => image),
    merchant.physicalProduct?.image,
    ...(merchant.giftDesigns ?? []).map(({ image }) => image),
    ...(findContent(merchant.configurations, 'gallery_page')?.active_images ?? []).map(
      ({ image }) => image.url,
    ),
    ...merchant.announcements.flatMap((one) => [
      one.image_src,
      one.desktop_banner_one_eighth,
      one.desktop_banner_one_third,
      one.mobile_banner_one_eighth,
      one.mobile_banner_one_third,
    ]),
  ]
  return [...new Set(named.flatMap((address) => originOf(address) ?? []))].toSorted()
}

/** Only a plain host: a URL's host may contain `;`, which would end the policy. */
function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) ? origin : undefined
}
