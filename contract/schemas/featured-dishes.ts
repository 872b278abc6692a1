import * as z from 'zod/mini'

/**
 * Extension `featured_dishes`: the dishes at the top of the home page (`omnivore_id`s, in order): the most ordered ones recently, or those that the restaurant
 * names (docs/decisions/084).
 */
export const FeaturedDishes = z.object({
  by: z.enum(['orders', 'house']),
  item_ids: z.array(z.string()),
})
export type FeaturedDishes = z.infer<typeof FeaturedDishes>
