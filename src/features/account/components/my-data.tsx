import { t } from '#contract/language.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { fileOf, type OwnData, readOwnData, saveFile, summaryOf } from '../own-data.ts'

/** The person's data as a file, and the way to delete it: where the API offers it (extension `own_data`). */
export function MyData({ onDelete }: { onDelete: () => void }) {
  const { load } = usePortal()
  const principal = usePrincipal()
  const reach = useReachability()
  const location = useLocationCopy()?.location
  const saving = useSingleMutation({ mutationFn: async (data: OwnData) => await saveFile(fileOf(data)) })
  const reading = useSingleMutation({
    onMutate: () => saving.reset(),
    mutationFn: async () => await readOwnData(await load(), principal),
    onSuccess: (data) => saving.mutate(data),
  })
  const failed = reading.error ?? saving.error
  const unsaved = saving.data !== 'saved' && !saving.isPending ? reading.data : undefined
  if (!location?.api_extensions?.includes('own_data')) return null
  return (
    <Box as="section" aria-labelledby="my-data" display="grid" gap="4">
      <chakra.h2 id="my-data" fontSize="lead">
        {t('My data')}
      </chakra.h2>
      <Text color="muted">
        {t`Everything ${location.name} and this device know about you, in one file: your details, orders, gift cards with their numbers, points and where you are signed in.`}
      </Text>
      {failed && <Banner tone="error" header={t('Error')} messages={explain(asAppError(failed))} />}
      {reading.data && saving.data === 'saved' && <Saved data={reading.data} />}
      {saving.data === 'untapped' && <Text role="status">{t('Your file is ready.')}</Text>}
      {reach === 'unreachable' && (
        <Text fontSize="small" color="muted">
          {t('You can get the file when you’re online.')}
        </Text>
      )}
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button
          look="second"
          disabled={reach === 'unreachable'}
          busy={reading.isPending}
          onClick={() => reading.mutate()}
        >
          {reading.isPending ? t('GETTING IT…') : t('GET MY DATA')}
        </Button>
        {unsaved && <Button onClick={() => saving.mutate(unsaved)}>{t('SAVE THE FILE')}</Button>}
        <Button look="quiet" onClick={onDelete}>
          {t('DELETE MY ACCOUNT')}
        </Button>
      </Box>
    </Box>
  )
}

function Saved({ data }: { data: OwnData }) {
  return (
    <Banner
      tone="success"
      header={t('What is in it')}
      messages={[
        t('Your file is saved. It holds your gift cards’ numbers: keep it where nobody else reads it.'),
        ...(data.restaurant.unavailable.length > 0
          ? [
              t(
                'Your saved cards are with the card provider, which did not answer just now. Get the file again later to have them in it.',
              ),
            ]
          : []),
      ]}
    >
      <chakra.ul display="grid" gap="1" marginTop="2">
        {summaryOf(data).map(({ name, count }) => (
          <li key={name}>
            {name}: {count}
          </li>
        ))}
      </chakra.ul>
    </Banner>
  )
}
