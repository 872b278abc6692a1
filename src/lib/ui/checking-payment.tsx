import { Box, Text } from '@chakra-ui/react'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from './button.tsx'

export type CheckingPaymentProps = {
  busy: boolean
  /** What a check that got no answer says; undefined until one has failed. */
  failure: string | undefined
  onCheck: () => void
}

/** A payment whose answer never came: the specification's text, the true state beside it, and nothing to pay with until it is known. */
export function CheckingPayment({ busy, failure, onCheck }: CheckingPaymentProps) {
  return (
    <Box display="grid" gap="5" justifyItems="start">
      <h2>Checking your payment…</h2>
      {failure !== undefined && <Banner tone="error" header="Error" messages={[failure]} />}
      <Text>
        We have not heard yet whether it went through. Please do not pay again: this page finds out by itself as soon as there is a signal, and you
        are charged once at most.
      </Text>
      <Button look="second" disabled={busy} onClick={onCheck}>
        {busy ? 'Checking…' : failure !== undefined ? 'Check again' : 'Check now'}
      </Button>
    </Box>
  )
}
