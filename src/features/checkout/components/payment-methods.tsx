import { message, type Message, t } from '#contract/language.ts'
import { useSecondTap } from '#lib/paint/use-second-tap.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

export type Method = 'credit_card' | 'gift_card'

const names: Record<Method, Message> = {
  credit_card: message('CREDIT CARD'),
  gift_card: message('GIFT CARD'),
}

type PaymentMethodsProps = {
  methods: readonly Method[]
  value: Method | undefined
  onChange: (value: Method | undefined) => void
}

/** How to pay: one method or none. Pressing the chosen one again deselects it (specification §4 *Ticket order*). */
export function PaymentMethods({ methods, value, onChange }: PaymentMethodsProps) {
  const isSecondTap = useSecondTap<Method>()
  const press = (method: Method, at: number): void => {
    if (!isSecondTap(method, at)) onChange(value === method ? undefined : method)
  }
  return (
    <Box display="grid" gap="3">
      <Box role="group" aria-label={t('How to pay')} display="flex" flexWrap="wrap" gap="3">
        {methods.map((method) => (
          <Button
            key={method}
            look={value === method ? 'solid' : 'second'}
            aria-pressed={value === method}
            onClick={({ timeStamp }) => press(method, timeStamp)}
          >
            {t(names[method])}
          </Button>
        ))}
      </Box>
      <Text role="status">{value === undefined && t('Choose how to pay.')}</Text>
    </Box>
  )
}
