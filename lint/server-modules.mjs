/**
 * Which module of the server may ask which other, and by which of its files: a module's `doors` are all that others see of it. What puts the server
 * together (server/*.ts) and the demo, which makes its rows as the modules do, come in everywhere.
 */
export const serverModules = {
  accounts: {
    may: ['limits', 'verification'],
    doors: ['audit', 'device', 'emails', 'links', 'points', 'ports', 'rewards', 'sessions', 'users'],
  },
  admin: { may: ['accounts'], doors: [] },
  // An order by post is a card order with an address: it has the same steps, prices and guards.
  'card-orders': {
    may: ['accounts', 'cards', 'ledger', 'limits', 'payments', 'promo'],
    doors: [
      'checkout',
      'guards',
      'items',
      'order',
      'price',
      'programs',
      'promo',
      'repository',
      'routes',
      'service',
      'view',
    ],
  },
  cards: {
    may: ['ledger', 'limits', 'location', 'verification'],
    doors: [
      'balance-check',
      'cards',
      'gift-links',
      'guesses',
      'holds',
      'import',
      'issue',
      'pass-on',
      'stored-number',
    ],
  },
  contact: { may: ['accounts', 'limits', 'verification'], doors: [] },
  identity: { may: ['accounts', 'limits'], doors: [] },
  // Placing an order asks whether the kitchen is on; the kitchen moves the orders that were placed.
  kitchen: { may: ['location', 'tickets'], doors: ['placing'] },
  ledger: { may: [], doors: ['ledger'] },
  limits: { may: [], doors: ['by-client', 'default-limits', 'limits'] },
  location: { may: [], doors: ['wall-clock'] },
  menus: { may: [], doors: ['service'] },
  'order-events': { may: ['limits', 'tickets'], doors: [] },
  'order-messages': { may: ['accounts'], doors: ['outbox', 'subscriptions'] },
  payments: {
    may: ['accounts', 'limits', 'verification'],
    doors: ['attempts', 'charge-once', 'declines', 'payable'],
  },
  'physical-orders': { may: ['card-orders', 'payments'], doors: [] },
  places: { may: ['limits'], doors: [] },
  promo: { may: ['accounts', 'location'], doors: ['rules', 'uses'] },
  // What happened at the card provider without us, for whatever was paid.
  'provider-events': { may: ['ledger', 'payments'], doors: [] },
  push: { may: ['limits', 'order-messages', 'tickets'], doors: [] },
  receipts: { may: ['accounts', 'card-orders', 'location', 'tickets'], doors: [] },
  'saved-cards': { may: ['accounts'], doors: [] },
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
      'news',
      'ports',
      'price',
      'privacy',
      'refund-order',
      'refundable',
      'repository',
      'service',
      'slots',
      'ticket',
      'view',
      'void',
    ],
  },
  verification: { may: [], doors: ['routes'] },
  // A pass is a card as its owner is shown it.
  wallet: { may: ['cards', 'limits'], doors: [] },
}
