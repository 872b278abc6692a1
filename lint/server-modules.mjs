/**
 * Which module of the server may ask which other, and by which of its files: a module's `doors` are all that others see of it. What puts the server
 * together (server/*.ts) and the demo, which makes its rows as the modules do, come in everywhere.
 */
export const serverModules = {
  accounts: {
    may: ['limits', 'location', 'second-factors', 'verification'],
    doors: [
      'audit',
      'confirm-owner',
      'device',
      'emails',
      'forget',
      'known-networks',
      'links',
      'points',
      'ports',
      'rewards',
      'sessions',
      'users',
    ],
  },
  admin: { may: ['accounts', 'staff'], doors: [] },
  // Gift cards in the staff's hands: what is done is written down, and what it does is the cards' and their orders'.
  'card-desk': { may: ['accounts', 'card-orders', 'cards', 'limits', 'staff'], doors: [] },
  // An order by post is a card order with an address: it has the same steps, prices and guards.
  'card-orders': {
    may: ['accounts', 'cards', 'ledger', 'limits', 'location', 'order-messages', 'payments', 'promo'],
    doors: [
      'checkout',
      'delivery-worker',
      'failed-refunds',
      'forget',
      'guards',
      'items',
      'order',
      'price',
      'programs',
      'promo',
      'refund',
      'reissue',
      'repository',
      'routes',
      'service',
      'staff-orders',
      'view',
    ],
  },
  cards: {
    may: ['ledger', 'limits', 'verification'],
    doors: [
      'balance-check',
      'cards',
      'forget',
      'gift-links',
      'guesses',
      'holds',
      'import',
      'issue',
      'pass-on',
      'redeem',
      'replace',
      'staff-card',
      'stored-number',
    ],
  },
  contact: { may: ['accounts', 'limits', 'verification'], doors: [] },
  // Money that is owed again, of food and of gift cards in one list.
  'failed-refunds': { may: ['card-orders', 'staff', 'tickets'], doors: [] },
  identity: { may: ['accounts', 'limits', 'second-factors'], doors: [] },
  // Placing an order asks whether the kitchen is on; the kitchen moves the orders that were placed.
  kitchen: { may: ['location', 'staff', 'tickets'], doors: ['placing', 'staff-view'] },
  ledger: { may: [], doors: ['ledger', 'paid-twice'] },
  limits: { may: [], doors: ['by-client', 'default-limits', 'limits'] },
  location: { may: [], doors: ['wall-clock'] },
  menus: { may: [], doors: ['service'] },
  // Orders of any age in the staff's hands: they see them as the kitchen does.
  'order-desk': { may: ['accounts', 'kitchen', 'tickets'], doors: [] },
  'order-events': { may: ['limits', 'tickets'], doors: [] },
  'order-messages': { may: ['accounts'], doors: ['forget', 'outbox', 'plain-name', 'subscriptions'] },
  payments: {
    may: ['accounts', 'limits', 'verification'],
    doors: ['attempts', 'charge-once', 'declines', 'forget', 'payable', 'returned-refunds'],
  },
  'physical-orders': { may: ['card-orders', 'payments'], doors: ['service'] },
  places: { may: ['limits'], doors: [] },
  'policy-reports': { may: ['limits'], doors: [] },
  // Who is to be forgotten is in every module's rows: each says itself what goes and what stays.
  privacy: {
    may: ['accounts', 'card-orders', 'cards', 'order-messages', 'payments', 'promo', 'tickets'],
    doors: [],
  },
  promo: { may: ['accounts', 'location'], doors: ['rules', 'uses'] },
  // What happened at the card provider without us, for whatever was paid.
  'provider-events': { may: ['ledger', 'payments'], doors: [] },
  push: { may: ['limits', 'order-messages', 'tickets'], doors: [] },
  receipts: { may: ['accounts', 'card-orders', 'location', 'tickets'], doors: [] },
  'saved-cards': { may: ['accounts'], doors: [] },
  // Whoever signs in is asked for what they have set up; what was set up goes with a role or an account.
  'second-factors': { may: ['accounts', 'limits', 'staff'], doors: ['ask', 'forget'] },
  staff: { may: ['accounts', 'limits', 'second-factors'], doors: ['acts', 'people'] },
  tickets: {
    may: [
      'accounts',
      'cards',
      'kitchen',
      'ledger',
      'limits',
      'location',
      'order-messages',
      'payments',
      'promo',
    ],
    doors: [
      'failed-refunds',
      'find-placed',
      'forget',
      'news',
      'ports',
      'price',
      'privacy',
      'refund-order',
      'refundable',
      'repository',
      'service',
      'slots',
      'sold-out',
      'ticket',
      'view',
      'void',
    ],
  },
  // A challenge is work that anybody may ask for.
  verification: { may: ['limits'], doors: ['routes'] },
  // A pass is a card as its owner is shown it.
  wallet: { may: ['cards', 'limits'], doors: [] },
}
