export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** Of a day whose clock is not changed. */
export const dayMinutes = 24 * 60
