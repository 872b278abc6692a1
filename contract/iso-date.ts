/** Whether a text is a real ISO calendar date: `2026-11-20`, not `2026-11-31` and not `11/20/2026`. */
export const isIsoDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
