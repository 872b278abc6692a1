/**
 * The choices of an order's line in words (specification §5): `12 inch; Basil pesto`, for a name may have commas of its own. Those that are sent but say
 * nothing of their own are left out; empty where there are none.
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
