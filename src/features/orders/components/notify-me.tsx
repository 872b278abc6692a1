import { t } from '#contract/language.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RepeatMs } from '#contract/endpoint.ts'
import type { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { keys } from '#lib/query/keys.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { NotificationState, Services } from '#lib/query/services.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { isPast, progressOf } from '../progress.ts'

/** How often it is asked whether this device still gets notifications (ms). */
const lookAgainMs: RepeatMs<typeof ticketEndpoints.findOrderSubscription> = 60_000

/** The kitchen is not done with the order. */
const notDone = ['Queued', 'Submitted', 'Preparing']

/**
 * "Tell me when it's ready": a notification about this one order, asked for only by a tap. Not shown if the restaurant's server or this browser does not
 * support it.
 */
export function NotifyMe({ order }: { order: TicketOrder }) {
  const offers = useLocationCopy()?.location.api_extensions?.includes('order_push') === true
  if (!offers || order.name === '' || progressOf(order).isOver) return null
  return <Line order={order} />
}

function Line({ order }: { order: TicketOrder }) {
  const { load, facts } = usePortal()
  const past = isPast(order, useNow(), useLocationCopy()?.location.time_zone)
  // Asked again after each step of the order: with it the push service may have refused the address.
  const queryKey = [...keys.orderNotification(facts.host.locationId, order.id), order.status]
  const look = useQuery({
    queryKey,
    // Loads the services beforehand, so that the tap asks for permission at once: browsers require a recent tap.
    queryFn: async () => {
      const { notifications } = await load()
      return { notifications, state: await notifications.look(order.id) }
    },
    networkMode: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.state === 'on' ? lookAgainMs : false),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useSingleMutation({
    networkMode: 'always',
    mutationFn: async ({ notifications, on }: Change): Promise<NotificationState> => {
      if (on) return await notifications.turnOn(order.id)
      await notifications.turnOff(order.id)
      return 'off'
    },
    onSettled: () => look.refetch(),
  })
  const { data } = look
  if (!data || data.state === 'missing') return null
  const isOn = data.state === 'on'
  // Not offered for food that is ready or that nobody waits for any more, but what was turned on can still be turned off.
  const isOffered = notDone.includes(order.status) && !past
  if (!isOn && !isOffered && data.state !== 'ended') return null
  const words = change.isError ? wordsOf(change.error) : [lineOf(data.state)].filter((text) => text !== '')
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center">
      {/* In the page before it has text, so that screen readers announce it. */}
      <Box role="status" marginInlineEnd={words.length === 0 ? '0' : '5'} maxWidth="52ch">
        {words.map((text) => (
          <Text key={text} color="muted">
            {text}
          </Text>
        ))}
      </Box>
      {data.state !== 'denied' && (isOn || isOffered) && (
        <Button
          look="quiet"
          aria-busy={change.isPending}
          onClick={() => change.mutate({ notifications: data.notifications, on: !isOn })}
        >
          {change.isPending ? t('One moment…') : buttonText(order, isOn)}
        </Button>
      )}
    </Box>
  )
}

const buttonText = ({ use_delivery: isDelivery }: TicketOrder, isOn: boolean): string =>
  isOn ? t('Turn off') : isDelivery ? t('Tell me when it’s on its way') : t('Tell me when it’s ready')

type Change = { notifications: Services['notifications']; on: boolean }

const lineOf = (state: NotificationState): string =>
  state === 'on'
    ? t('We’ll notify this device.')
    : state === 'ended'
      ? t('This device no longer gets notifications about this order.')
      : state === 'denied'
        ? t('Notifications are blocked for this site. To get them, allow them in your browser’s settings.')
        : ''

/** An unavailable push service is not one of the restaurant's own errors. */
const wordsOf = (cause: unknown): string[] => {
  const error = asAppError(cause)
  if (error.details.mayBeDone) return explain(error)
  if (error.kind === 'offline') return [t('You’re offline. This needs a signal.')]
  return error.details.problem
    ? explain(error)
    : [t('This did not work on this device. We’ll email you instead.')]
}
