/** An ISO date as the specification shows dates (§9): `2026-11-20` → `11/20/2026`. */
export const formatDate = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
