import * as z from 'zod/mini'
import { LocationFile, MenuFile, OptionsFile } from './file-schemas.ts'
import { HostFile } from './host-file.ts'

/** JSON Schemas of the merchants' files, for editors: they complete names, explain fields, and underline what the importer would refuse. */

type JsonObject = { [key: string]: unknown }

/** The schema's file below `merchants/`, by the kind of file that it describes. */
export const schemaFiles = {
  host: 'host.schema.json',
  location: 'location.schema.json',
  menu: 'menu.schema.json',
  options: 'options.schema.json',
} as const

const sources = { host: HostFile, location: LocationFile, menu: MenuFile, options: OptionsFile } as const

/** Explanations for the person who writes the file, by the field's name. */
const descriptions: Record<string, string> = {
  hosts: 'Host names that this restaurant answers at, without port. <label>.localhost is always one of them.',
  organizationId: 'A name for the business that owns the location. Lower-case words with hyphens.',
  locationId: 'The location’s own id. Orders, cards and accounts hang on it: never change it after opening.',
  adminURL: 'Where the restaurant’s own people sign in.',
  top_bar_style: 'Where the name stands at the top of every page.',
  offline_picture_kilobytes:
    'How many kilobytes of dishes’ small pictures a guest’s device keeps before they are seen: 0 to 6000, 1500 where it is left out.',
  scheme: 'light and dark are always so; auto follows the guest’s device.',
  displayCase: 'uppercase sets headings in capitals.',
  brandInk: 'Text on the brand color. Needs a contrast of 4.5.',
  ink: 'Text. Needs a contrast of 4.5 on surface, raised and sunken.',
  muted: 'Quiet text. Needs a contrast of 4.5 on surface, raised and sunken.',
  dishes: 'How a list of dishes looks: large cards, rows with a picture, or type alone.',
  time_zone: 'IANA name, as in America/New_York. Every time is told in it.',
  hours:
    'From and until for each day, local time: [["11:30", "22:00"]]. Past midnight goes on counting: "25:00". An empty list is closed. The kitchen’s are those of the house where they are left out.',
  special_days:
    'Holidays and the like: hours in place of the weekday’s, an empty list where it is closed. The kitchen’s are the same where kitchen_hours is left out.',
  lead_minutes: 'How long the kitchen needs for an order, in minutes.',
  slot_minutes: 'The distance between two ready times, in minutes.',
  order_ahead_days: 'How many days ahead an order can be placed.',
  orders_per_slot: 'How many orders the kitchen makes for one ready time; left out: as many as come.',
  coordinates: 'Where the restaurant is, in degrees: gift cards in a phone’s wallet come up there.',
  contact_email: 'Where messages of the contact form go.',
  guest_cancel: 'Guests cancel an order themselves until the kitchen begins. Left out: they do.',
  tax_rate:
    'Sales tax as a share, as text: "0.08875" is 8.875 percent. Where there are taxes: what the class "standard" comes to.',
  taxes:
    'Where more than one rate is to be told apart: each rate by its name, and which of them are on each class of dishes. The class "standard" is that of dishes that name none.',
  tax_class:
    'A class of taxes in location.json. Left out: that of what it stands in, and of a dish the standard one.',
  delivery: 'The class of the delivery charge. Left out: it bears no tax.',
  rounding: 'Half-up to the cent, once an order ("order") or once a line ("line").',
  show_pickup_option:
    'Guests come in and pick their order up. Left out: only where there is neither delivery nor curbside.',
  delivery_charge: 'Dollars as text: "4.50".',
  delivery_zips:
    'Which zip codes are delivered to, five digits each: ["10011", "10001"]. Left out: every address there is.',
  price: 'Dollars as text with two decimals: "16.00".',
  amount: 'Dollars as text with two decimals: "120.00".',
  minimum: 'The subtotal from which the code is good, dollars as text.',
  applies_to:
    'What the code is for: "orders" (dishes), "gift_cards", or both. Orders alone where it is not there.',
  uses: 'How many orders may have the code in all; any number where it is not there.',
  uses_per_person: 'How many orders of one person may have it: a member, or a guest by email and phone.',
  starts: 'The first local day on which the code is good, or the announcement is shown, YYYY-MM-DD.',
  ends: 'The last local day on which the code is good, or the announcement is shown, YYYY-MM-DD.',
  external_id: 'Lower-case words with hyphens. It stands in addresses: changing it breaks links.',
  modes: 'browse: it can be read. order: it can be ordered online.',
  picture: 'The name of a picture in pictures/index.json.',
  pictures: 'Names of pictures in pictures/index.json; the first is shown in lists.',
  whole_pictures:
    'true: lists that crop pictures to one height show those of its dishes whole, for tall drinks.',
  available: 'false: shown as sold out.',
  options: 'Sections of choices: names from options.json, or written out here.',
  additional: 'Sections of extras that are offered below the choices.',
  customization: 'true: the section opens only when the guest asks for it.',
  required: 'true: one of the values must be picked.',
  without_id: 'What the kitchen is told when the guest takes it off. Needed where selected is true.',
  configurations:
    'Pages and other content by name: about_page, privacy_page, terms_page, catering_page, gallery_page, seo and so on.',
  reward_program:
    'What points become: so many points (dollars spent) a reward of this name and amount, which lasts so many days.',
  days: 'How many days a reward is good, from the day on which it was reached.',
  gift_card_limits:
    'For how much one buyer may buy gift cards in a day, dollars as text: a guest without an account (by network, email and card), and a member.',
  data_retention:
    'For how many days is kept what is known of guests; what is left out is as usual. The privacy page tells it, and the server deletes by it.',
  unplaced_order_days: 'Orders that nobody placed, since they were last touched: 2 to 90, usually 14.',
  order_contact_days:
    'Names, addresses, phones and cars on orders that were placed: 120 (a card dispute takes that long) to 3650, usually 730.',
  gift_contact_days: 'Names, addresses and messages on orders for gift cards: 120 to 3650, usually 730.',
  trail_days:
    'What was done to accounts, by the staff and with tablets, without names: 90 to 3650, usually 400.',
  policy_report_days: 'What browsers refused on the pages: 7 to 365, usually 90.',
  design:
    'Which of gift_designs this kind of card looks like: no two kinds the same. Left out: the first that no other kind has named, else one in the theme’s colors.',
  shipping_handling: 'Charged once for an order of posted cards, dollars as text.',
}

/** The schema of each kind of file, as stored in `merchants/`. */
export const makeJsonSchemas = (): Record<keyof typeof schemaFiles, JsonObject> => ({
  host: schemaOf('host'),
  location: schemaOf('location'),
  menu: schemaOf('menu'),
  options: schemaOf('options'),
})

function schemaOf(kind: keyof typeof sources): JsonObject {
  const schema = z.toJSONSchema(sources[kind], { io: 'input', target: 'draft-7' }) as JsonObject
  describe(schema)
  const properties = { $schema: { type: 'string' }, ...(schema['properties'] as JsonObject | undefined) }
  return { ...schema, title: `A ${kind} file of a Larder merchant`, properties }
}

function describe(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const properties: unknown = 'properties' in schema ? schema.properties : undefined
  if (typeof properties === 'object' && properties !== null)
    for (const [name, property] of Object.entries(properties)) {
      const text = descriptions[name]
      if (text !== undefined && typeof property === 'object' && property !== null)
        Object.assign(property, { description: text })
    }
  for (const inner of Object.values(schema)) describe(inner)
}
