import { t } from '#contract/language.ts'
import { useState } from 'react'
import { claimCodeMaximum, findClaimCode } from '#contract/rules/card.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import type { CardRequest } from '../use-request.ts'
import { ProofCheck } from './proof-check.tsx'
import { RequestError } from './request-error.tsx'

/** A claim code and APPLY (specification §5: up to 32 characters, trimmed, not empty). */
export function ClaimCodeForm<Answer>({ request }: { request: CardRequest<string, Answer> }) {
  const [typed, setTyped] = useState('')
  const code = findClaimCode(typed)
  const ready = code !== undefined && !request.busy && !request.lacksProof
  const tooLong = typed.trim().length > claimCodeMaximum
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) request.send(code)
      }}
    >
      <Box display="grid" gap="5">
        <RequestError request={request} />
        <Field
          label={t('CLAIM CODE')}
          problem={tooLong ? t`A claim code has at most ${claimCodeMaximum} characters.` : undefined}
        >
          {(props) => (
            <TextInput
              {...props}
              name="claim-code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                request.edited()
              }}
            />
          )}
        </Field>
        {request.wantsProof && <ProofCheck key={request.proofRound} giveProof={request.giveProof} />}
        <Button type="submit" full disabled={code === undefined || request.lacksProof} busy={request.busy}>
          {request.busy ? t('ONE MOMENT…') : t('APPLY')}
        </Button>
      </Box>
    </form>
  )
}
