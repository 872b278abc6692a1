import type { ThemeColours } from '#contract/schemas/location.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import type { MerchantFile } from './export-merchant.ts'

/** Whether a text can name a folder of `merchants/`: it becomes part of a host name. */
export const isLabel = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(text)

/** A small restaurant with valid files: every required field, and one menu to overwrite. */
export const newMerchant = (label: string): MerchantFile[] => [
  { name: 'host.json', value: host(label) },
  { name: 'location.json', value: location(label) },
  { name: 'menus/01-menu.json', value: menu },
]

/** The folder's README in place of comments, which JSON does not allow. */
export const newMerchantReadme = (label: string): string => `# ${label}

What to write, in this order. After each step: \`npm run merchant -- check ${label}\`. Editors that know JSON Schema explain every field as you type.

1. \`location.json\`, \`location\`: name, address, phone number, time zone. \`hours\` are when you are open and orders are taken.
   A kitchen that closes before the house has hours of its own: \`kitchen.hours\`, as in \`merchants/README.md\`.
   The foot of every page says your address and phone number, too: \`settings\`, \`consumer_portal_footer\`, \`contact_info_text\`.
2. \`tax_rate\`: your sales tax as a share. \`"0.08875"\` is 8.875 percent. It stands at \`"0.00"\` now.
   Where alcohol, soft drinks, sealed goods or the delivery are taxed otherwise: \`taxes\`, as in \`merchants/README.md\`.
   Where you deliver: \`ordering.show_delivery_option\`, \`delivery_charge\`, and \`"delivery_zips": ["10001", "10011"]\` beside it. Without the list
   orders to any address are taken.
3. \`host.json\`, \`hosts\`: your own host name, as in \`order.example.com\`. \`adminURL\`: the same as an address, \`https://order.example.com\`; links in
   emails lead there. \`theme.colours\`: light and dark. Text that cannot be read is refused,
   with the nearest color that can.
4. \`menus/\`: one file a menu, in the order of their numbers. Or take over what your site publishes already:
   \`npm run merchant -- import-menu ${label} page.html\`.
5. Photographs: put \`fish-tacos.jpg\` into \`photos/\`, run \`npm run merchant -- pictures ${label}\`, and write \`"pictures": ["fish-tacos"]\` at the dish.
   Names that begin with \`menu-\` or \`hero-\` are made larger, for menus and for the head of the home page.
6. \`settings\`: what your guests can do. Everything that costs money is off until you switch it on.
   Orders: \`meals.online_orders\` alone; the ways to order in \`home_page\` are shown as soon as it is on.
   Gift cards: a kind of card in \`card_programs\` (\`external_id\`, \`description\`, and an \`image\`, which every kind needs), then in \`settings.cards.digital\` both \`enable\` and a way to buy one
   (\`send_card_by_email\`, \`send_card_by_text\`, \`card_management.buy_card\`); by post \`physical_product\` and \`settings.cards.physical\`.
7. \`configurations\`: about, privacy, terms and the other pages. Copy them from \`merchants/bella/location.json\` and write your own words.

Never change \`locationId\` once you are open: orders, cards and accounts hang on it. The whole way to a live site is in \`docs/operating.md\`.
`

const light: ThemeColours = {
  brand: '#1d5c63',
  brandInk: '#ffffff',
  accent: '#9a4a1f',
  surface: '#faf9f6',
  raised: '#ffffff',
  sunken: '#efede7',
  ink: '#20242a',
  muted: '#555b63',
  line: '#dcd8cf',
  danger: '#a3142e',
  success: '#25633a',
}

const dark: ThemeColours = {
  brand: '#7fc6cd',
  brandInk: '#08211f',
  accent: '#eab18c',
  surface: '#15181b',
  raised: '#1f2428',
  sunken: '#0f1113',
  ink: '#eceae4',
  muted: '#b1b5ba',
  line: '#3a4046',
  danger: '#ff9aa8',
  success: '#9ad3aa',
}

const host = (label: string): Record<string, unknown> => ({
  $schema: '../host.schema.json',
  hosts: [`${label}.localhost`],
  organizationId: `org-${label}`,
  locationId: `${label}-1`,
  adminURL: `http://${label}.localhost:8080`,
  container_width: 1400,
  top_bar_style: 'centered',
  buttons: {
    backgroundColor: '#1d5c63',
    color: '#ffffff',
    selected: '#123f44',
    menuBackground: '#ffffff',
    menucolor: '#20242a',
  },
  second_button: { backgroundColor: '#9a4a1f', color: '#ffffff' },
  label: { color: '#9a4a1f' },
  progress_bar: { from: '#9a4a1f', to: '#1d5c63' },
  backgroundImage: '',
  theme: {
    colours: { light, dark },
    scheme: 'auto',
    type: {
      display: 'Archivo Variable',
      text: 'Source Sans 3 Variable',
      displayCase: 'none',
      displayWeight: 600,
    },
    shape: { radius: 'soft', edge: 'border', density: 'airy' },
    pictures: 'framed',
    dishes: 'rows',
  },
})

/** The footer of a new restaurant's pages, until it is replaced with the real address. */
export const newContactText = '1 Main Street, Springfield, NY 10001\n(212) 555-0100'

const everyDay = (from: string, until: string): OpeningHours => {
  const day = (): [string, string][] => [[from, until]]
  return {
    monday: day(),
    tuesday: day(),
    wednesday: day(),
    thursday: day(),
    friday: day(),
    saturday: day(),
    sunday: day(),
  }
}

const off = { enable: false }
const on = { enable: true }

const nameOf = (label: string): string =>
  label.replace(/(^|-)([a-z])/g, (_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase())

/** Every switch is written out, since `enable` alone sells nothing. */
const noCards = {
  digital: {
    enable: false,
    send_card_by_email: false,
    send_card_by_text: false,
    card_management: { buy_card: false, reload_card: false, import_card: false },
  },
  physical: { enable: false, send_card_by_mail: false, check_card_balance: false },
}

const location = (label: string): Record<string, unknown> => ({
  $schema: '../location.schema.json',
  location: {
    name: nameOf(label),
    address1: '1 Main Street',
    city: 'Springfield',
    state: 'NY',
    zip: '10001',
    phone: '(212) 555-0100',
    time_zone: 'America/New_York',
  },
  hours: everyDay('11:30', '22:00'),
  kitchen: { lead_minutes: 30, slot_minutes: 15, order_ahead_days: 0 },
  tax_rate: '0.00',
  tax_rounding: 'half_up',
  delivery_charge: '0.00',
  ordering: {
    show_delivery_option: false,
    show_curbside_option: true,
    show_order_ahead_option: false,
    pay_tips_with_gift_card: false,
  },
  promo_codes: [],
  card_programs: [],
  settings: {
    consumer_application_settings: {
      home_page: {
        welcome_box: {
          header: 'Come in',
          message: 'A line or two of your own.',
          // Shown as soon as `meals.online_orders` is on, as is ORDER below.
          online_order: { enable: true, link: '/order' },
        },
        navigation_menu: {
          active: [
            { name: 'HOME', link: '/' },
            { name: 'ORDER ONLINE', link: '/order' },
            { name: 'MENUS', link: '/menus' },
          ],
        },
      },
      consumer_portal_footer: {
        show_footer: true,
        show_contact_info: true,
        contact_info_text: newContactText,
      },
      home_page_announcement_layout: 'tiles',
    },
    home: { show_rewards: false, show_announcements: true, show_home_button: true },
    cards: noCards,
    meals: { online_orders: off, read_only_menu: on, inhouse_orders: off, ticket_history: off },
    read_only_menu_non_pos: off,
    rewards: off,
    my_gifts: off,
    my_account: off,
    about: off,
    catering: off,
    gallery: off,
    feedback: off,
    location_hours: { enable_for_online_order: true },
    promo_codes: off,
  },
  configurations: [
    {
      name: 'seo',
      value: [{ path: '/home', title: nameOf(label), description: 'One sentence for search engines.' }],
    },
  ],
  announcements: [],
})

const menu = {
  $schema: '../../menu.schema.json',
  external_id: 'menu',
  name: 'Menu',
  description: '',
  categories: [
    {
      external_id: 'to-start',
      name: 'To start',
      items: [
        {
          external_id: 'soup-of-the-day',
          name: 'Soup of the Day',
          description: 'Ask us what it is.',
          price: '9.00',
          vegan: true,
          options: [
            {
              name: 'Size',
              choices: [
                {
                  required: true,
                  values: [
                    { id: 'soup-cup', name: 'Cup', default: true },
                    { id: 'soup-bowl', name: 'Bowl', price: '3.00' },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
