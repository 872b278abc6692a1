/** §5: a line's quantity is 1 to 10. */
export const maximumQuantity = 10
