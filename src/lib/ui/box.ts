/** The kit's basic components, re-exported in one place for all chunks that use them. */
export { Box, chakra, Grid, Text } from '@chakra-ui/react'

/**
 * For the children of a grid with `containerType="inline-size"`: with large letters each has a line of its own, where a telephone number or a date would be
 * cut in two or leave the screen beside its name.
 */
export const ownLine = { '@container (width < 14rem)': { gridColumn: '1 / -1' } }
