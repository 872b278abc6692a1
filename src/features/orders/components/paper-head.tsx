import { useLocationCopy } from '#lib/query/location.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { Box, Text } from '#lib/ui/box.ts'

/** Which restaurant it is, on paper: there the portal's header, which names it on a screen, is left out. */
export function PaperHead() {
  const location = useLocationCopy()?.location
  if (!location) return null
  const { name, address1, address2, city, state, zip, phone } = location
  const place = [address1, address2, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <Box className="container" display="none" _print={{ display: 'block' }} data-paper-head>
      <Text fontWeight="bold">{name}</Text>
      <Text>{place}</Text>
      <Text>{wholePhones(phone)}</Text>
    </Box>
  )
}
