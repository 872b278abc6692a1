/** The most dishes that a home page begins with (extension `featured_dishes`, docs/decisions/084). */
export const maxFeatured = 8
