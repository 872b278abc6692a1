import type { Role } from '#contract/rules/roles.ts'

/** The demo's people and cards (docs/design/demo-world.md). Dates are days relative to the day of seeding, so that they stay as described. */

export type DemoPerson = {
  key: 'member' | 'other' | 'locked' | 'administrator'
  email: string
  password: string
  firstName: string
  lastName: string
  role: Role
  phone: string
  /** MM/DD/YYYY. */
  dob: string
  address: { address: string; address2: string; city: string; state: string; zip: string }
}

const home = (address: string, address2: string, zip: string): DemoPerson['address'] => ({
  address,
  address2,
  city: 'New York',
  state: 'NY',
  zip,
})

export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'member',
    email: 'member@larder.test',
    password: 'Larder-demo-1',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    role: 'member',
    phone: '2125550117',
    dob: '05/14/1988',
    address: home('230 West 20th Street', 'Apt 4B', '10011'),
  },
  {
    key: 'other',
    email: 'other@larder.test',
    password: 'Larder-demo-2',
    firstName: 'Owen',
    lastName: 'Park',
    role: 'member',
    phone: '2125550163',
    dob: '11/02/1979',
    address: home('18 Jane Street', '', '10014'),
  },
  {
    key: 'locked',
    email: 'locked@larder.test',
    password: 'Larder-demo-3',
    firstName: 'Lena',
    lastName: 'Osei',
    role: 'member',
    phone: '2125550188',
    dob: '01/30/1994',
    address: home('75 Ninth Avenue', '', '10011'),
  },
  {
    key: 'administrator',
    email: 'admin@larder.test',
    password: 'Larder-demo-4',
    firstName: 'Ines',
    lastName: 'Carvalho',
    role: 'owner',
    phone: '2125550101',
    dob: '08/09/1983',
    address: home('412 West 22nd Street', '', '10011'),
  },
]

/** The account that the start suggests for signing in. */
export const demoSignIn = demoPeople[0]!

export type DemoCard = {
  number: string
  owner?: DemoPerson['key']
  balanceCents: number
  from?: string
  message?: string
  /** The restaurant's design that it was given in; left out, it looks like its kind. */
  designId?: string
  /** The text of its first history entry, where it was neither bought nor given. */
  description?: string
  /** Days from today until it expires; negative: expired. Only promotional cards expire, as the restaurants' texts say. */
  expiresInDays?: number
  claimCode?: string
  boughtDaysAgo: number
  /** Of the restaurant's second kind, where it has one. */
  isOther?: boolean
  /** What has been spent from it (cents). */
  spentCents?: number
}

/** The card that was sent as a gift by link. */
export const demoEgiftNumber = '6006496666660003'

/** The cards of a location. `label` makes its claim code: BELLA-CLAIM-2026. */
export const demoCards = (label: string): readonly DemoCard[] => [
  { number: '6006491234567896', owner: 'member', balanceCents: 7500, boughtDaysAgo: 40 },
  {
    number: '6006491244440021',
    owner: 'member',
    balanceCents: 1825,
    from: 'Aunt Freja',
    message: 'For a slow Sunday lunch. Order the good dessert.',
    isOther: true,
    boughtDaysAgo: 21,
  },
  {
    number: '6006491200000013',
    owner: 'member',
    balanceCents: 0,
    spentCents: 2500,
    designId: 'thank-you',
    boughtDaysAgo: 200,
  },
  {
    number: '6006491299990008',
    owner: 'member',
    balanceCents: 1250,
    description: 'Promotional gift card',
    expiresInDays: -40,
    boughtDaysAgo: 500,
  },
  { number: '6006491277770015', owner: 'other', balanceCents: 3000, boughtDaysAgo: 12 },
  { number: '6006495555550004', balanceCents: 4000, boughtDaysAgo: 5 },
  {
    number: '6006495555550020',
    balanceCents: 2500,
    claimCode: `${label.toUpperCase()}-CLAIM-2026`,
    boughtDaysAgo: 5,
  },
  {
    number: demoEgiftNumber,
    balanceCents: 3500,
    from: 'Maya Lindqvist',
    message: 'Happy birthday! Dinner is on me, and so is the tiramisù.',
    designId: 'birthday',
    boughtDaysAgo: 1,
  },
]
