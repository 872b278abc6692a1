/** The path of a value in a JSON file: names and positions from the top. */
export type FieldPath = (string | number)[]

/** `categories[0].items[3].price`. */
export const formatFieldPath = (path: FieldPath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )

/** The value at a path; undefined where there is none. */
export const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined,
    value,
  )
