/** The kit's plainest pieces, through the one door that the rooms made of it use. */
export { Box, chakra, Grid, Text } from '@chakra-ui/react'
