import * as z from 'zod/mini'

/** Extension `featured_dishes`: what the home page begins with (`omnivore_id`s, the first first): the most ordered of late, or what the restaurant names (docs/decisions/084). */
export const FeaturedDishes = z.object({
  by: z.enum(['orders', 'house']),
  item_ids: z.array(z.string()),
})
export type FeaturedDishes = z.infer<typeof FeaturedDishes>
