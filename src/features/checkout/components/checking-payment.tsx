import { Box, Text } from '#lib/ui/box.ts'
import { paymentTimeoutText } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'

/** A payment whose answer never came: the specification's text, the true state beside it, and nothing to pay with until it is known. */
export function CheckingPayment({ busy, failed, onCheck }: { busy: boolean; failed: boolean; onCheck: () => void }) {
  return (
    <Box display="grid" gap="5" justifyItems="start">
      <h2>Checking your payment…</h2>
      {failed && <Banner tone="error" header="Error" messages={[paymentTimeoutText]} />}
      <Text>
        We have not heard yet whether it went through. Please do not pay again: this page finds out by itself as soon as there is a signal, and you
        are charged once at most.
      </Text>
      <Button look="second" disabled={busy} onClick={onCheck}>
        {busy ? 'Checking…' : failed ? 'Check again' : 'Check now'}
      </Button>
    </Box>
  )
}
