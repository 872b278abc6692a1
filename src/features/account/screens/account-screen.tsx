import { t } from '#contract/language.ts'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/schemas/user.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { RewardsBox } from '#shared/display/rewards-box.tsx'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useUser } from '#lib/query/account.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { Box } from '#lib/ui/box.ts'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { AccountDetails } from '../components/account-details.tsx'
import { DeleteAccount } from '../components/delete-account.tsx'
import { EditForm, hasChanges, keepRefused } from '../components/edit-form.tsx'
import { KeptCards } from '../components/kept-cards.tsx'
import { MyData } from '../components/my-data.tsx'
import { PasswordChange } from '../components/password-change.tsx'
import { SessionList } from '../components/session-list.tsx'
import { TransactionList } from '../components/transaction-list.tsx'

/** Account: view, edit and password modes (specification §4), and the mode for deleting it. */
type Mode = 'view' | 'edit' | 'password' | 'delete'

/** `/account`: transactions on the left, the person's details on the right. */
export function AccountScreen() {
  return (
    <>
      <PageHead title={t('My account')} />
      <TwoColumns asideFirst label={t('My details')} main={<TransactionList />} aside={<Details />} />
    </>
  )
}

function Details() {
  const { user, failed, retry, ...read } = useUser()
  if (user) return <OwnDetails key={user.email} user={user} {...read} />
  return <LoadingOrFailed failed={failed} what={t('Your account')} onRetry={retry} />
}

type OwnDetailsProps = { user: User } & Pick<
  ReturnType<typeof useUser>,
  'etag' | 'waiting' | 'refusal' | 'refused' | 'savedAt'
>

function OwnDetails({ user, etag, waiting, refusal, refused, savedAt }: OwnDetailsProps) {
  const { load } = usePortal()
  const [mode, setMode] = useState<Mode>(() => (hasChanges(user) ? 'edit' : 'view'))
  const [note, setNote] = useState<string>()
  const isSentSince = useSentSince(note, waiting)
  const section = useFocusOnChange(mode, note !== undefined)
  const rewards = user.rewards
  const show = (next: Mode, words?: string): void => {
    setMode(next)
    setNote(words)
  }
  return (
    <Box display="grid" gap="5">
      {refusal.length > 0 && mode !== 'edit' && (
        <Banner
          tone="error"
          header={t('Your changes were not saved')}
          messages={refusal}
          onDismiss={() => {
            setNote(undefined)
            // Reading the reason does not give up what was typed.
            keepRefused(user, refused)
            writeInBackground(load, (services) => services.dismissUserRefusal())
          }}
        />
      )}
      {note && refusal.length === 0 && (
        <Banner
          intoView={isSentSince ? false : 'focus'}
          tone="success"
          header={t('Saved')}
          messages={[isSentSince ? t('Your details are up to date.') : note]}
        />
      )}
      {waiting && !note && (
        <Banner
          tone="note"
          header={t('Saved on this device')}
          messages={[t('Your changes go to the restaurant when there is a signal.')]}
        />
      )}
      {rewards?.is_rewards_on && rewards.summary && mode === 'view' && (
        <RewardsBox summary={rewards.summary} />
      )}
      <Box
        as="section"
        ref={section}
        tabIndex={-1}
        outline="none"
        aria-label={t('Details')}
        display="grid"
        gap="5"
        padding="5"
        background="raised"
        border="1px solid"
        borderColor="line"
        borderRadius="m"
      >
        {mode === 'view' && (
          <AccountDetails
            user={user}
            savedAt={savedAt}
            onEdit={() => show('edit')}
            onPassword={() => show('password')}
          />
        )}
        {mode === 'edit' && (
          <EditForm
            user={user}
            refused={refused}
            editedFrom={etag}
            onCancel={() => show('view')}
            onSaved={(words) => show('view', words)}
          />
        )}
        {mode === 'password' && (
          <PasswordChange
            email={user.email}
            role={user.role}
            onCancel={() => show('view')}
            onSaved={(words) => show('view', words)}
          />
        )}
        {mode === 'delete' && (
          <DeleteAccount email={user.email} hasPassword={user.hasPassword} onCancel={() => show('view')} />
        )}
      </Box>
      {mode === 'view' && <KeptCards user={user} />}
      {mode === 'view' && <SessionList />}
      {mode === 'view' && <MyData onDelete={() => show('delete')} />}
    </Box>
  )
}

/** Whether what a note says to wait has been sent while the note stood there. */
function useSentSince(note: string | undefined, waiting: boolean): boolean {
  const [seen, setSeen] = useState({ note, waiting, isSent: false })
  if (seen.note !== note) setSeen({ note, waiting, isSent: false })
  else if (seen.waiting !== waiting)
    setSeen({ note, waiting, isSent: note !== undefined && seen.waiting && !waiting })
  return seen.isSent
}

/** The button that changes the mode disappears with its mode: focuses what replaced it, so that the focus is not lost, or the banner if one answers. */
function useFocusOnChange(mode: Mode, isAnswered: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(mode)
  useEffect(() => {
    if (before.current === mode) return
    before.current = mode
    if (!isAnswered) place.current?.focus()
  }, [mode, isAnswered])
  return place
}
