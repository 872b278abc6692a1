import account from './es/account.json' with { type: 'json' }
import answers from './es/answers.json' with { type: 'json' }
import cardOrders from './es/card-orders.json' with { type: 'json' }
import cards from './es/cards.json' with { type: 'json' }
import checkout from './es/checkout.json' with { type: 'json' }
import content from './es/content.json' with { type: 'json' }
import home from './es/home.json' with { type: 'json' }
import layout from './es/layout.json' with { type: 'json' }
import menus from './es/menus.json' with { type: 'json' }
import ordering from './es/ordering.json' with { type: 'json' }
import orders from './es/orders.json' with { type: 'json' }
import phrases from './es/phrases.json' with { type: 'json' }
import physicalCards from './es/physical-cards.json' with { type: 'json' }
import restaurants from './es/restaurants.json' with { type: 'json' }
import rewards from './es/rewards.json' with { type: 'json' }
import shared from './es/shared.json' with { type: 'json' }
import waiting from './es/waiting.json' with { type: 'json' }
import { createTranslation } from './create-translation.ts'

/** Spanish, one catalogue per area, without the texts that occur only in emails, since no page needs them. */
export const catalogues = [
  account,
  answers,
  cardOrders,
  cards,
  checkout,
  content,
  home,
  layout,
  menus,
  ordering,
  orders,
  phrases,
  physicalCards,
  restaurants,
  rewards,
  shared,
  waiting,
]

/** Spanish as spoken in the United States: dates and money have the American form. */
export const es = createTranslation('es-US', catalogues)
