import { t } from '#contract/language.ts'
import { type ReactNode, useId, useState } from 'react'
import { findCardNumber, groupCardNumber, invalidCardNumber } from '#contract/rules/card.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field } from '#lib/ui/field.tsx'
import type { CardRequest } from '../use-request.ts'
import { CardNumberInput } from '#shared/forms/card-number-input.tsx'
import { ProofCheck } from './proof-check.tsx'
import { RequestError } from './request-error.tsx'

type CardNumberFormProps<Answer> = {
  request: CardRequest<string, Answer>
  /** Rendered between the field and APPLY. `scanned` is to be called with the number that a scan found. */
  children?: (scanned: (number: string) => void) => ReactNode
}

/** A card number and APPLY, which appears once there are 16 digits (specification §5). */
export function CardNumberForm<Answer>({ request, children }: CardNumberFormProps<Answer>) {
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  const noteId = useId()
  const number = findCardNumber(typed)
  const ready = number !== undefined && !request.busy && !request.lacksProof
  const change = (next: string): void => {
    setTyped(next)
    request.edited()
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setLeft(true)
        if (ready) request.send(number)
      }}
    >
      <Box display="grid" gap="5">
        <RequestError request={request} />
        <Field
          label={t('CARD NUMBER')}
          problem={number === undefined && left && typed !== '' ? invalidCardNumber : undefined}
        >
          {(props) => (
            <CardNumberInput
              {...props}
              name="card-number"
              value={typed}
              onChange={(event) => change(event.target.value)}
              onBlur={() => setLeft(true)}
              onFocus={() => setLeft(false)}
            />
          )}
        </Field>
        {children?.((found) => change(groupCardNumber(found)))}
        {request.wantsProof && <ProofCheck key={request.proofRound} giveProof={request.giveProof} />}
        <Box display="grid" gap="2">
          <Button
            type="submit"
            full
            disabled={number === undefined || request.lacksProof}
            busy={request.busy}
            aria-describedby={noteId}
          >
            {request.busy ? t('ONE MOMENT…') : t('APPLY')}
          </Button>
          <Box as="p" id={noteId} fontSize="small" color="muted" minHeight="1.5em">
            {number === undefined ? t('All 16 digits are needed.') : ''}
          </Box>
        </Box>
      </Box>
    </form>
  )
}
