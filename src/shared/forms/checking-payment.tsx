import { t, translateAnswer } from '#contract/language.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { useFocusOnMount } from '#lib/ui/use-focus-on-mount.ts'
import { Button } from '#lib/ui/button.tsx'

export type CheckingPaymentProps = {
  busy: boolean
  /** The message of a check that got no answer; undefined until one has failed. */
  failure: string | undefined
  onCheck: () => void
  /** Retries the same payment, where the restaurant answers but does not know its outcome. */
  onRepeat: (() => void) | undefined
}

/** A payment that got no answer: what is known comes first, the specification's text (ER-10) below it. Nothing can be paid until the outcome is known. */
export function CheckingPayment({ busy, failure, onCheck, onRepeat }: CheckingPaymentProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>()
  return (
    <Box display="grid" gap="5" justifyItems="start">
      <chakra.h2 ref={heading} tabIndex={-1} outline="none">
        {t('Checking your payment…')}
      </chakra.h2>
      <Text role="status" fontWeight={650}>
        {t(
          'We have not heard yet whether it went through. Please do not pay again: this page checks as soon as you are back online, and you won’t be charged without your OK.',
        )}
      </Text>
      {/* Beneath what is true, and no alarm: its "try again" is about asking, and not about paying. */}
      <Text role="status" fontSize="small" color="muted">
        {failure !== undefined && translateAnswer(failure)}
      </Text>
      <Box display="flex" gap="3" flexWrap="wrap">
        <Button look="second" busy={busy} onClick={onCheck}>
          {busy ? t('Checking…') : failure !== undefined ? t('Check again') : t('Check now')}
        </Button>
        {onRepeat && (
          <Button look="second" busy={busy} onClick={onRepeat}>
            {t('Try the same payment again')}
          </Button>
        )}
      </Box>
      {onRepeat && (
        <Text color="muted">
          {t(
            'The restaurant cannot tell what became of it. Trying the same payment again does not charge you twice where it went through. If you are not sure, please call the restaurant first.',
          )}
        </Text>
      )}
    </Box>
  )
}
