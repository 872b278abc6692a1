import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { secondFactorEndpoints } from '#contract/endpoints/second-factors.ts'
import type { Proof, ProofRequest } from '#contract/schemas/second-factor.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useSession } from '#lib/query/portal-context.tsx'
import type { LoadServices } from '#lib/query/services.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { ProofForm } from './proof-form.tsx'

type Props = { ways: readonly string[]; load: LoadServices; onShown: () => void; onClose: () => void }

/** Asks for a proof, once, in a dialog over the current screen. */
export default function StepUpDialog({ ways, load, onShown, onClose }: Props) {
  const canBeShown = !ways.some((way) => way === 'set_up' || way === 'sign_in')
  const actions = (
    <>
      {ways.includes('set_up') && (
        <Link to="/admin" search={{ view: 'security' }} className="button button--solid" onClick={onClose}>
          {t('SET IT UP')}
        </Link>
      )}
      <Button look="second" onClick={onClose}>
        {t('CANCEL')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('Confirm it’s you')} actions={actions}>
      {canBeShown ? (
        <Shown load={load} onShown={onShown} />
      ) : (
        <ProofForm
          request={{ challenge: '', ways: [...ways] }}
          email=""
          busy={false}
          error={undefined}
          onProof={() => undefined}
          onEdited={() => undefined}
        />
      )}
    </Dialog>
  )
}

function Shown({ load, onShown }: Pick<Props, 'load' | 'onShown'>) {
  const session = useSession()
  const repeat = useRepeatKey()
  const asking = useMutation({
    mutationFn: async () => {
      const { api, ids } = await load()
      return await api.send(secondFactorEndpoints.beginStepUp, { key: ids.uuid() })
    },
  })
  const { mutate: begin } = asking
  useEffect(() => begin(), [begin])
  const showing = useSingleMutation({
    mutationFn: async ({ request, proof }: { request: ProofRequest; proof: Proof }) => {
      const services = await load()
      const body = { challenge: request.challenge, proof }
      await services.api.send(secondFactorEndpoints.stepUp, { body, key: repeat.keyOf(services, body) })
    },
    onSuccess() {
      repeat.noteOutcome()
      onShown()
    },
    onError(cause) {
      repeat.noteOutcome(cause)
      // The request had expired: the next try gets a new one.
      if (asAppError(cause).code === 'link_invalid') begin()
    },
  })
  const request = asking.data
  if (!request)
    return asking.error ? (
      <Banner tone="error" header={t('That did not work')} messages={explain(asAppError(asking.error))}>
        <Button look="second" onClick={() => begin()}>
          {t('Try again')}
        </Button>
      </Banner>
    ) : (
      <Skeleton count={3} shape="row" />
    )
  return (
    <>
      <p>{t('This needs extra security. Please confirm that it is you.')}</p>
      <ProofForm
        request={request}
        email={session.state === 'user' ? session.email : ''}
        busy={showing.isPending}
        error={showing.error ? asAppError(showing.error) : undefined}
        onProof={(proof) => showing.mutate({ request, proof })}
        onEdited={() => showing.isError && showing.reset()}
      />
      {/* As at signing in: whoever used the last recovery code to get in would find no way on here. */}
      {!request.ways.includes('password') && (
        <p>
          {t(
            'Lost your phone? An owner can reset your two-step verification. If you are the only owner, ask whoever runs the server.',
          )}
        </p>
      )}
    </>
  )
}
