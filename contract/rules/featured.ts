/** So many dishes a home page begins with at most (extension `featured_dishes`, docs/decisions/084). */
export const maxFeatured = 8
