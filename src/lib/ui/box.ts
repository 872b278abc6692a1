/** The kit's basic components, re-exported in one place for all chunks that use them. */
export { Box, chakra, Grid, Text } from '@chakra-ui/react'
