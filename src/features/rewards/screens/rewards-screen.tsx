import { locale, plural, t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useNavigate } from '@tanstack/react-router'
import type { AriaAttributes, ReactNode } from 'react'
import type { Content } from '#contract/schemas/content.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { PointExpiration, Reward } from '#contract/schemas/user.ts'
import { isLinkable, isOn } from '#contract/rules/features.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Points } from '#shared/display/rewards-box.tsx'
import { LoadingOrFailed, Skeleton } from '#lib/paint/screen-states.tsx'
import { useUser } from '#lib/query/account.ts'
import { useContent } from '#lib/query/content.ts'
import { useLocationCopy, useLocationState, usePageName } from '#lib/query/location.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { liveText } from '#lib/paint/marks.ts'

/** `/rewards`: the points and what they turn into; for guests an explanation, and links to sign in or up (specification §2 *Rewards*). */
export function RewardsScreen() {
  const name = usePageName('rewards', t('Rewards'))
  const { copy, failed, retry } = useLocationState()
  const page = useContent('reward_page')
  const session = useSession()
  if (!copy) {
    return (
      <>
        <PageHead title={name} />
        <div className="container">
          <LoadingOrFailed failed={failed} what={t('This page')} onRetry={retry} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHead title={name} />
      <TwoColumns
        label={t('Current rewards')}
        main={
          <>
            {session.state === 'user' && <Progress />}
            {page.state === 'loading' ? (
              <Skeleton count={3} shape="row" />
            ) : (
              <OwnWords
                copy={copy}
                page={page.state === 'ready' ? page.content : undefined}
                isGuest={session.state === 'guest'}
              />
            )}
          </>
        }
        aside={<Lists isGuest={session.state === 'guest'} />}
      />
    </>
  )
}

function Progress() {
  const { user, savedAt, failed, retry } = useUser()
  const now = useNow()
  const reach = useReachability()
  if (!user) return <LoadingOrFailed failed={failed} what={t('Your points')} onRetry={retry} />
  const { rewards } = user
  if (!rewards?.is_rewards_on || !rewards.summary) return null
  return (
    <Panel aria-label={t('My points')}>
      <Points summary={rewards.summary} />
      <Text fontSize="lead">{translateAnswer(rewards.summary.reward_message)}</Text>
      {reach === 'unreachable' && savedAt !== undefined && now !== undefined && (
        <Text color="muted" fontSize="small" {...liveText}>{rich`As of ${agoText(savedAt, now)}.`}</Text>
      )}
    </Panel>
  )
}

/** A part for the member's own points, or for joining. */
const Panel = (props: AriaAttributes & { children: ReactNode }) => (
  <Box
    as="section"
    display="grid"
    gap="4"
    padding="6"
    background="raised"
    border="1px solid"
    borderColor="line"
    borderRadius="m"
    {...props}
  />
)

type RewardPage = Content<'reward_page'> | undefined
type OwnWordsProps = { copy: LocationCopy; page: RewardPage; isGuest: boolean }

const OwnWords = ({ copy, page, isGuest }: OwnWordsProps) => (
  <>
    <HowItWorks copy={copy} page={page} isGuest={isGuest} />
    {isGuest && <Join copy={copy} page={page} />}
  </>
)

function HowItWorks({ copy, page, isGuest }: OwnWordsProps) {
  if (!page?.text && !isGuest) return null
  return (
    <Box as="section" aria-labelledby="how-it-works" display="grid" gap="3">
      <chakra.h2 id="how-it-works" fontSize="title">
        {page?.header || t('How it works')}
      </chakra.h2>
      {page?.text ? (
        <MerchantHtml html={page.text} />
      ) : (
        <Text maxWidth="60ch">
          {t`Members of ${copy.location.name} earn points with their orders, and points turn into rewards you can use on your order.`}
        </Text>
      )}
    </Box>
  )
}

/** Links to sign up or in, with the restaurant's own text where it has one. */
function Join({ copy, page }: Omit<OwnWordsProps, 'isGuest'>) {
  const navigate = useNavigate()
  const go = (to: '/signup' | '/login'): void => {
    keepPreviousPath('/rewards')
    void navigate({ to })
  }
  return (
    <Panel aria-labelledby="join">
      <chakra.h2 id="join" fontSize="title">
        {t('Start earning points')}
      </chakra.h2>
      <Text>{page?.sign_up_text || t('An account is free. Your points and rewards are kept in it.')}</Text>
      <Box display="flex" flexWrap="wrap" gap="3">
        {isLinkable(copy.location.settings, '/signup') && (
          <Button onClick={() => go('/signup')}>{t('SIGN UP!')}</Button>
        )}
        {/* Somebody who has points already does not sign up to see them. */}
        <Button look="second" onClick={() => go('/login')}>
          {t('SIGN IN')}
        </Button>
      </Box>
    </Panel>
  )
}

function Lists({ isGuest }: { isGuest: boolean }) {
  const { user, failed } = useUser()
  const rewards = user?.rewards
  // A member whose data is still loading, or of whom the failure is already shown above.
  if (!isGuest && !user) return failed ? null : <Skeleton count={3} shape="row" />
  return (
    <>
      <RewardList rewards={rewards?.reward ?? []} />
      <ExpirationList expirations={rewards?.point_expiration ?? []} />
      {isGuest && <Text>{t('Sign in to see your rewards and points here.')}</Text>}
    </>
  )
}

function RewardList({ rewards }: { rewards: readonly Reward[] }) {
  return (
    <Box as="section" aria-labelledby="current-rewards" display="grid" gap="3">
      <chakra.h2 id="current-rewards" fontSize="title">
        {t('Current rewards')}
      </chakra.h2>
      {rewards.length === 0 ? (
        <Text color="muted">{t('No current rewards or offers.')}</Text>
      ) : (
        <>
          <HowToUse />
          <chakra.ul display="grid" gap="3">
            {rewards.map((reward) => (
              <chakra.li
                key={reward.id}
                padding="4"
                background="raised"
                border="1px solid"
                borderColor="line"
                borderRadius="m"
              >
                <Text fontWeight={650}>{reward.name}</Text>
                <Text color="muted" fontSize="small">
                  {rich`Expires on ${translateAnswer(reward.end)}`}
                </Text>
              </chakra.li>
            ))}
          </chakra.ul>
        </>
      )}
    </Box>
  )
}

/** Where a reward is used: it is applied in the last step of an online order. */
function HowToUse() {
  const location = useLocationCopy()?.location
  if (!location || !isOn(location.settings, 'onlineOrders')) return null
  return (
    <>
      <Text>{t('To use one online, choose it at the payment step of your order.')}</Text>
      <Box>
        <PathLink path="/order" className="button button--second">
          {t('START AN ORDER')}
        </PathLink>
      </Box>
    </>
  )
}

function ExpirationList({ expirations }: { expirations: readonly PointExpiration[] }) {
  return (
    <Box as="section" aria-labelledby="expiring" display="grid" gap="3">
      <chakra.h2 id="expiring" fontSize="title">
        {t('Points expiring soon')}
      </chakra.h2>
      {expirations.length === 0 ? (
        <Text color="muted">{t('Information unavailable.')}</Text>
      ) : (
        <chakra.ul display="grid" gap="2">
          {expirations.map(({ points_expiring, date }, place) => (
            <chakra.li key={`${place} ${date}`} display="flex" justifyContent="space-between" gap="4">
              <span>
                {plural(points_expiring, '{1} point', '{1} points', points_expiring.toLocaleString(locale()))}
              </span>
              <Text as="span" color="muted">
                {translateAnswer(date)}
              </Text>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Box>
  )
}
