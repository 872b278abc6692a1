/**
 * The choices of an order's line in words (specification §5): `12 inch; Basil pesto`, with semicolons because names may contain commas. Modifiers without a
 * name are left out; empty where there are none.
 */
export const modifierText = ({
  modifiers = [],
}: {
  modifiers?: readonly { name: string }[] | undefined
}): string =>
  modifiers
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .join('; ')
