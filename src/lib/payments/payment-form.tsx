import { t } from '#contract/language.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/money.ts'
import type { Buyer } from '#contract/rules/card-order.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { CardChoice } from './card-choice.tsx'
import { CheckingPayment } from '#shared/forms/checking-payment.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { fieldGrid } from '#shared/forms/recipient-fields.tsx'
import { SlowPayment } from '#shared/forms/slow-payment.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import type { Typed } from '#lib/ui/use-typed.ts'
import type { CardPayment } from './use-card-payment.ts'
import { useHasForm } from './use-unknown-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'

type PaymentFormProps = {
  payment: CardPayment
  /** A guest's own details; undefined when signed in. */
  buyer: Typed<keyof Buyer> | undefined
  dueCents: number
  onBack: () => void
  children?: ReactNode
}

/** The payment step of an order for gift cards (specification §2, §5): the buyer, the card, PLACE ORDER. */
export function PaymentForm({ payment, buyer, dueCents, onBack, children }: PaymentFormProps) {
  const { unknown, source } = payment
  const hasForm = useHasForm(unknown !== undefined)
  const { reach } = source
  // §5: disabled while any error is present, and while a guest lacks their names and email.
  const lacking = buyer !== undefined && Object.keys(buyer.problems).length > 0
  return (
    <>
      {unknown && <CheckingPayment {...unknown} />}
      {hasForm && (
        <StepFrame
          title={t('Please enter your payment information.')}
          messages={payment.wasNotSent ? [] : payment.messages}
          asksForPerson={payment.asksForPerson}
          away={unknown !== undefined}
          onBack={onBack}
          next={{
            label: t`PLACE ORDER · ${formatCents(dueCents)}`,
            busy: payment.busy,
            disabled: lacking || !source.ready || reach === 'unreachable',
            pays: true,
            onNext: payment.pay,
          }}
        >
          {payment.wasNotSent && unknown === undefined && (
            <Banner intoView tone="error" header={payment.messages.join(' ')} />
          )}
          {payment.wantsMember && <SignIn />}
          {buyer && <BuyerFields buyer={buyer} />}
          <WalletButtons
            provider={source.card.provider}
            amountCents={dueCents}
            locked={payment.busy || reach === 'unreachable' || source.proof.lacking}
            {...(buyer && { mayOpen: buyer.check })}
            before={t('or pay by card')}
            onPay={payment.payByWallet}
          />
          <CardChoice card={source} />
          {children}
          {payment.busy && <SlowPayment />}
          {reach === 'unreachable' && (
            <Banner
              tone="note"
              header={t('Paying needs a signal')}
              messages={[t('Your order is kept as it is. Place it when you have a signal.')]}
            />
          )}
        </StepFrame>
      )}
    </>
  )
}

/** For a guest who may buy no more today: the order is kept, and signing in returns to it. */
function SignIn() {
  const navigate = useNavigate()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const go = (): void => {
    keepPreviousPath(here)
    void navigate({ to: '/login' })
  }
  return (
    <Box>
      <Button look="second" onClick={go}>
        {t('SIGN IN')}
      </Button>
    </Box>
  )
}

function BuyerFields({ buyer: { text, shown } }: { buyer: Typed<keyof Buyer> }) {
  return (
    <Box {...fieldGrid}>
      <Field label={t('Your first name')} problem={shown('buyer_first_name')}>
        {(props) => <TextInput {...props} autoComplete="given-name" {...text('buyer_first_name')} />}
      </Field>
      <Field label={t('Your last name')} problem={shown('buyer_last_name')}>
        {(props) => <TextInput {...props} autoComplete="family-name" {...text('buyer_last_name')} />}
      </Field>
      <Field label={t('Your email')} problem={shown('buyer_email')}>
        {(props) => (
          <TextInput
            {...props}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...text('buyer_email')}
          />
        )}
      </Field>
    </Box>
  )
}
