import * as z from 'zod/mini'
import { deviceZone, isTimeZone } from '../time-zones.ts'
import { lenientEstimateRules } from './estimate-rules.ts'
import { FeaturedDishes } from './featured-dishes.ts'
import { lenientHours, lenientSpecialDays } from './opening-hours.ts'
import { optionalText, textOrNone } from './lenient-text.ts'
import { pictureSizes } from './picture.ts'

/** Location, per-host configuration, settings and configurations: specification §3. */

const text = z.string()
const flag = z.optional(z.boolean())
const switched = z.optional(z.object({ enable: z.boolean() }))

/** A color for a CSS variable: hex only, so that a merchant's file can never inject CSS into a page. */
const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))

export const ThemeColours = z.object({
  brand: colour,
  brandInk: colour,
  accent: colour,
  surface: colour,
  raised: colour,
  sunken: colour,
  ink: colour,
  muted: colour,
  line: colour,
  danger: colour,
  success: colour,
})
export type ThemeColours = z.infer<typeof ThemeColours>

/** The axes of `docs/design/look.md`: a restaurant's own look. */
export const Theme = z.object({
  colours: z.object({ light: ThemeColours, dark: ThemeColours }),
  scheme: z.enum(['light', 'dark', 'auto']),
  type: z.object({
    display: z.string().check(z.regex(/^[A-Za-z0-9 ]+$/)),
    text: z.string().check(z.regex(/^[A-Za-z0-9 ]+$/)),
    displayCase: z.enum(['none', 'uppercase']),
    displayWeight: z.int(),
  }),
  shape: z.object({
    radius: z.enum(['sharp', 'soft', 'round']),
    edge: z.enum(['border', 'shadow']),
    density: z.enum(['airy', 'snug']),
  }),
  pictures: z.enum(['cut-out', 'full-bleed', 'framed', 'none']),
  dishes: z.enum(['cards', 'rows', 'type']),
})
export type Theme = z.infer<typeof Theme>

const words = z.optional(
  z
    .record(
      z.string().check(z.maxLength(400)),
      z.string().check(z.minLength(1, 'says nothing'), z.maxLength(400, 'longer than 400 characters')),
    )
    .check(z.refine((all) => Object.keys(all).length <= 200, 'more than 200 texts')),
)

/** Per-host configuration. The portal finds it in the page that the host serves. */
export const HostConfiguration = z.object({
  hosts: z.array(text),
  organizationId: text,
  locationId: text,
  adminURL: text,
  container_width: z.int(),
  top_bar_style: z.enum(['centered', 'left', 'hero']),
  buttons: z.object({
    backgroundColor: colour,
    color: colour,
    selected: colour,
    menuBackground: colour,
    menucolor: colour,
  }),
  second_button: z.object({ backgroundColor: colour, color: colour }),
  label: z.object({ color: colour }),
  progress_bar: z.object({ from: colour, to: colour }),
  backgroundImage: text,
  theme: Theme,
  /** How many kilobytes of dishes' small pictures a device stores before they are seen; default 1500. Not in the specification's list of fields. */
  offline_picture_kilobytes: z.optional(z.int().check(z.gte(0), z.lte(6000))),
  /** The restaurant's own wording, by language: from the portal's English text to its own (docs/decisions/055). Not in the specification's list of fields. */
  words: z.optional(z.object({ en: words, es: words })),
})
export type HostConfiguration = z.infer<typeof HostConfiguration>

export type NavigationEntry = {
  name?: string | undefined
  link?: string | undefined
  user_required?: boolean | undefined
  sub_links?: NavigationEntry[] | undefined
}
export const NavigationEntry: z.ZodMiniType<NavigationEntry> = z.object({
  name: optionalText,
  link: optionalText,
  user_required: z.optional(z.boolean()),
  sub_links: z.optional(z.array(z.lazy(() => NavigationEntry))),
})

/** The point of a picture that stays visible when it is cropped: percent from the left and from the top, in tens: `70 50`. */
const pictureFocus = z.optional(
  z
    .string()
    .check(
      z.regex(
        /^(100|[1-9]?0) (100|[1-9]?0)$/,
        'not a place in a picture (percent from the left and from the top, in tens: "70 50")',
      ),
    ),
)

export const ConsumerApplicationSettings = z.looseObject({
  home_page: z.optional(
    z.object({
      header_images: z.optional(
        z.array(
          z.object({
            /** `focus` on phones and tablets, `focus_wide` from 992 px on; the default is the middle. Not in the specification's list of fields, nor are the sizes. */
            image: z.object({
              imageSignedUrl: text,
              ...pictureSizes,
              focus: pictureFocus,
              focus_wide: pictureFocus,
            }),
          }),
        ),
      ),
      /** A photo of the restaurant from the street, where no map can be shown. Not in the specification's list of fields. */
      front_image: z.optional(z.object({ image: z.object({ imageSignedUrl: text, ...pictureSizes }) })),
      welcome_box: z.optional(
        z.object({
          header: optionalText,
          message: optionalText,
          online_order: z.optional(z.object({ enable: z.boolean(), link: optionalText })),
        }),
      ),
      navigation_menu: z.optional(z.object({ active: z.array(NavigationEntry) })),
    }),
  ),
  consumer_portal_footer: z.optional(
    z.object({
      show_footer: z.optional(z.boolean()),
      show_footer_logo: z.optional(z.boolean()),
      show_contact_info: z.optional(z.boolean()),
      contact_info_text: optionalText,
      show_facebook: z.optional(z.boolean()),
      facebook_url: optionalText,
      show_instagram: z.optional(z.boolean()),
      instagram_url: optionalText,
      show_twitter: z.optional(z.boolean()),
      twitter_url: optionalText,
    }),
  ),
  home_page_announcement_layout: optionalText,
  register_page_into_text: optionalText,
})
export type ConsumerApplicationSettings = z.infer<typeof ConsumerApplicationSettings>

/** Feature switches. A missing switch counts as off. */
export const Settings = z.looseObject({
  consumer_application_settings: ConsumerApplicationSettings,
  home: z.optional(
    z.object({
      show_rewards: z.optional(z.boolean()),
      show_announcements: z.optional(z.boolean()),
      show_home_button: z.optional(z.boolean()),
    }),
  ),
  cards: z.optional(
    z.object({
      digital: z.optional(
        z.looseObject({
          enable: flag,
          send_card_by_text: flag,
          send_card_by_email: flag,
          wallet_passes: flag,
          card_management: z.optional(
            z.looseObject({ buy_card: flag, import_card: flag, reload_card: flag }),
          ),
        }),
      ),
      physical: z.optional(
        z.looseObject({ enable: flag, send_card_by_mail: flag, check_card_balance: flag }),
      ),
    }),
  ),
  meals: z.optional(
    z.object({
      online_orders: switched,
      read_only_menu: switched,
      inhouse_orders: switched,
      ticket_history: switched,
    }),
  ),
  read_only_menu_non_pos: switched,
  rewards: switched,
  my_gifts: switched,
  my_account: switched,
  about: switched,
  catering: switched,
  gallery: switched,
  feedback: switched,
  location_hours: z.optional(z.object({ enable_for_online_order: z.boolean() })),
  promo_codes: switched,
})
export type Settings = z.infer<typeof Settings>

export const apiExtensions = [
  'menu_book',
  'estimate_rules',
  'order_events',
  'sold_out',
  'wallet_pass',
  'sessions',
  'post_aliases',
  'human_verification',
  'tender_release',
  'order_key',
  'payment_withdrawal',
  'idempotency_keys',
  'tip_percent',
  'discount_terms',
  'plain_pickup',
  'allergens',
  'menu_hours',
  'order_push',
  'gift_designs',
  'gift_schedule',
  'gift_changes',
  'gift_pass_on',
  'own_data',
  'saved_cards',
  'tax_classes',
  'delivery_area',
  'order_pause',
  'sold_out_today',
  'open_ticket',
  'featured_dishes',
  'menu_changes',
  'link_check',
] as const
export type ApiExtension = (typeof apiExtensions)[number]

/**
 * Extension `order_pause`: until then (ISO 8601) no orders for as soon as possible are taken. Reasons: contract/rules/order-pause.ts; with `closed` nothing can
 * be added either.
 */
export const OrderPause = z.object({
  until: text,
  rest_of_day: flag,
  reason: optionalText,
})
export type OrderPause = z.infer<typeof OrderPause>

/** Extension `sold_out_today`: a sold-out dish (its `omnivore_id`, a line's `menu_item`), until then (ISO 8601), or until the kitchen changes it. */
export const SoldOut = z.object({ item_id: text, until: optionalText })
export type SoldOut = z.infer<typeof SoldOut>

/** Where an API does not send it (the specification’s location has none), or sends an unusable name: the reader's own zone, who is usually nearby. */
export const TimeZone = z._default(
  z.catch(text.check(z.refine(isTimeZone, 'not a time zone')), deviceZone),
  deviceZone,
)

export const Location = z.object({
  id: optionalText,
  name: text,
  address1: text,
  address2: textOrNone,
  city: text,
  state: text,
  zip: text,
  phone: text,
  fax: textOrNone,
  /** IANA name; all dates and times of the location are in this zone. */
  time_zone: TimeZone,
  hours: lenientHours,
  /** Not in the specification's list of fields. */
  special_days: lenientSpecialDays,
  settings: Settings,
  /** Not the type of `apiExtensions`: an API may offer more than this portal knows. */
  api_extensions: z.optional(z.array(text)),
  estimate_rules: lenientEstimateRules,
  order_pause: z.optional(OrderPause),
  sold_out: z.optional(z.array(SoldOut)),
  featured_dishes: z.optional(FeaturedDishes),
})
export type Location = z.infer<typeof Location>

export const LocationAnswer = z.object({ location: Location })
export type LocationAnswer = z.infer<typeof LocationAnswer>

export const ConfigurationsAnswer = z.object({
  configurations: z.array(z.object({ name: text, value: z.unknown() })),
})
export type ConfigurationsAnswer = z.infer<typeof ConfigurationsAnswer>
