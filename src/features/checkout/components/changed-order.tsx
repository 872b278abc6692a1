import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { isBackLater, type LineDifference } from '#lib/query/line-checks.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

/** The menu has changed since the order was made: the diner reviews the changes line by line on the order's page before paying. */
export function ChangedOrder({
  differences,
  onLater,
}: {
  differences: readonly LineDifference[]
  /** Leads to the times, if everything is available at another one. */
  onLater?: (() => void) | undefined
}) {
  const navigate = useNavigate()
  const names = [...new Set(differences.map(({ line }) => line.name))].join(', ')
  return (
    <Banner
      tone="error"
      header={t('Your order needs a look')}
      messages={[
        isBackLater(differences)
          ? t`Sold out today: ${names}. You won’t be charged until you decide.`
          : t`The menu has changed since you chose: ${names}. You won’t be charged until you decide.`,
      ]}
    >
      <Box paddingTop="3" display="flex" flexWrap="wrap" gap="2">
        <Button onClick={() => void navigate({ to: '/ordercart' })}>{t('REVIEW ORDER')}</Button>
        {onLater && (
          <Button look="second" onClick={onLater}>
            {t('ORDER FOR LATER')}
          </Button>
        )}
      </Box>
    </Banner>
  )
}
