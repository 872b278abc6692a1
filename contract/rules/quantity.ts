/** §5: a line's quantity is 1 to 10. */
export const maximumLineQuantity = 10
