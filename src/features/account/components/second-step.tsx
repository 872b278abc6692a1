import { t } from '#contract/language.ts'
import type { Proof, ProofRequest } from '#contract/schemas/second-factor.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { ProofForm } from '#lib/second-factor/proof-form.tsx'
import { secondStepOf } from '#lib/second-factor/proof-request.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

type Props = {
  request: ProofRequest
  email: string
  onSignedIn: () => void
  onRefused: (error: AppError) => void
  onBack: () => void
}

/** The password was right, and the account has a second step: the session begins after it. */
export default function SecondStep({ request, email, onSignedIn, onRefused, onBack }: Props) {
  const { load } = usePortal()
  const signing = useSingleMutation({
    mutationFn: async (proof: Proof) =>
      await (await load()).session.signIn(secondStepOf(request.challenge, proof)),
    onSuccess: onSignedIn,
    onError: (cause) => onRefused(asAppError(cause)),
  })
  return (
    <Box display="grid" gap="5">
      <p role="status">{t('One more step: please confirm that it is you.')}</p>
      <ProofForm
        request={request}
        email={email}
        busy={signing.isPending || signing.isSuccess}
        error={signing.error ? asAppError(signing.error) : undefined}
        onProof={(proof) => signing.mutate(proof)}
        onEdited={() => signing.isError && signing.reset()}
      />
      {/* Only staff have a second step. */}
      <Text color="muted">
        {t(
          'Lost your phone? An owner can reset your two-step verification. If you are the only owner, ask whoever runs the server.',
        )}
      </Text>
      <Button look="quiet" onClick={onBack}>
        {t('Start again')}
      </Button>
    </Box>
  )
}
