import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RepeatMs } from '#contract/endpoint.ts'
import { adminEndpoints } from '#contract/endpoints/admin.ts'
import { failedRefundEndpoints } from '#contract/endpoints/failed-refunds.ts'
import { privacyEndpoints } from '#contract/endpoints/privacy.ts'
import { staffCardEndpoints } from '#contract/endpoints/staff-cards.ts'
import { secondFactorEndpoints } from '#contract/endpoints/second-factors.ts'
import { staffEndpoints } from '#contract/endpoints/staff.ts'
import { eventPage, type StaffCardAnswer } from '#contract/schemas/staff-card.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { answerQuery, findFailure } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import type { LoadServices } from '#lib/query/services.ts'

/** What administrators read: always from the restaurant, never stored on the device. It is personal: signing out removes it. */

export type ActivitiesView = {
  deviceId: string
  appId: string
  /** From 1. */
  page: number
  order: 'asc' | 'desc'
  /** Only this type; empty for all. */
  type: string
}

/** §7 *Admin*: sort_field created_at, sort_order, page and filters; `filters` is a JSON object of equalities. */
const activitiesQueryOf = ({ page, order, type }: Pick<ActivitiesView, 'page' | 'order' | 'type'>) => ({
  sort_field: 'created_at',
  sort_order: order,
  page: String(page),
  filters: type.trim() === '' ? undefined : JSON.stringify({ type: type.trim() }),
})

type Caller = { load: LoadServices; locationId: string; principal: string }

export const adminKey = ({ locationId, principal }: Caller, ...rest: readonly unknown[]) =>
  keys.admin(locationId, principal, ...rest)

type Call = { params?: Record<string, string>; query?: Record<string, string | undefined> }

export const adminQuery = <E extends Endpoint>(who: Caller, endpoint: E, call: Call = {}) =>
  queryOptions({
    ...answerQuery<AnswerOf<E>>(who.load, adminKey(who, endpoint.path, call), ({ api }) =>
      api.send(endpoint, call),
    ),
    staleTime: 0,
    gcTime: 60_000,
  })

const masterAppsQuery = (who: Caller) => adminQuery(who, adminEndpoints.listMasterApps)
/** Read whenever a form opens, but not again while somebody fills it in. */
const masterAppQuery = (who: Caller, id: string) => ({
  ...adminQuery(who, adminEndpoints.getMasterApp, { params: { id } }),
  staleTime: Infinity,
  gcTime: 0,
})
const deviceAppsQuery = (who: Caller, deviceId: string) =>
  adminQuery(who, adminEndpoints.listDeviceApps, { params: { id: deviceId } })
const deviceAppQuery = (who: Caller, deviceId: string, appId: string) =>
  adminQuery(who, adminEndpoints.getDeviceApp, { params: { id: deviceId, appId } })
const activitiesQuery = (who: Caller, view: ActivitiesView) =>
  adminQuery(who, adminEndpoints.listActivities, {
    params: { id: view.deviceId, appId: view.appId },
    query: activitiesQueryOf(view),
  })

export function useCaller(): Caller {
  const { load, facts } = usePortal()
  return { load, locationId: facts.host.locationId, principal: usePrincipal() }
}

/** A read's state for a screen. The last answer stays while reads fail: `failed` then tells why it is old, and `readAt` (ms) how old. */
export type AdminRead<T> = {
  answer: T | undefined
  failed: AppError | undefined
  readAt: number
  busy: boolean
  retry: () => unknown
}

export function useAdminRead<T>(query: Parameters<typeof useQuery<T, AppError>>[0]): AdminRead<T> {
  const result = useQuery(query)
  return {
    answer: result.data,
    failed: findFailure(result),
    readAt: result.dataUpdatedAt,
    busy: result.isFetching,
    retry: result.refetch,
  }
}

export const usePolicyReports = () =>
  useAdminRead(adminQuery(useCaller(), privacyEndpoints.listPolicyReports))
export const useMasterApps = () => useAdminRead(masterAppsQuery(useCaller()))
export const useMasterApp = (id: string) => useAdminRead(masterAppQuery(useCaller(), id))
export const useDeviceApps = (deviceId: string) => useAdminRead(deviceAppsQuery(useCaller(), deviceId))
export const useDeviceApp = (deviceId: string, appId: string) =>
  useAdminRead(deviceAppQuery(useCaller(), deviceId, appId))

export const useSecurity = () => useAdminRead(adminQuery(useCaller(), secondFactorEndpoints.getSecurity))
/** `search`: words of a name or an email; empty for everybody. */
export type PeopleView = { search: string; page: number }
const staffQuery = (who: Caller, { search, page }: PeopleView) =>
  adminQuery(who, staffEndpoints.listStaff, {
    query: { search: search === '' ? undefined : search, page: page === 1 ? undefined : String(page) },
  })
/** One page. The previous page stays while the next one loads, so that keyboard users keep their place. */
export const useStaff = (view: PeopleView) =>
  useAdminRead({ ...staffQuery(useCaller(), view), placeholderData: keepPreviousData })
/** Whether the restaurant has somebody with this email on its team, on whatever page; reads nothing without an email. */
export const useStaffByEmail = (email: string | undefined) =>
  useAdminRead({
    ...staffQuery(useCaller(), { search: email ?? '', page: 1 }),
    enabled: email !== undefined,
  })
const tabletsMs: RepeatMs<typeof staffEndpoints.listTablets> = 10_000
/** Polled while shown: a tablet that has just signed in appears by itself. */
export const useTablets = () =>
  useAdminRead({ ...adminQuery(useCaller(), staffEndpoints.listTablets), refetchInterval: tabletsMs })
/** One page. The previous page stays while the next one loads, so that keyboard users keep their place. */
export const useActs = (page: number) =>
  useAdminRead({
    ...adminQuery(useCaller(), staffEndpoints.listActs, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })

export const useFailedRefunds = () =>
  useAdminRead(adminQuery(useCaller(), failedRefundEndpoints.listFailedRefunds))

/** A gift card, and a gift card order, by their staff references. */
export function useStaffCard(id: string, events = eventPage): AdminRead<StaffCardAnswer> {
  const query = events === eventPage ? {} : { query: { events: String(events) } }
  return useAdminRead({
    ...adminQuery(useCaller(), staffCardEndpoints.getStaffCard, { params: { id }, ...query }),
    // While more events load, the present ones stay: of this card, never of another.
    placeholderData: (before) => (before?.card.reference === id ? before : undefined),
  })
}
export const useStaffCardOrder = (id: string) =>
  useAdminRead(adminQuery(useCaller(), staffCardEndpoints.getStaffCardOrder, { params: { id } }))

/** One page. The previous page stays while the next one loads, so that nothing jumps. */
export const useActivities = (view: ActivitiesView) =>
  useAdminRead({ ...activitiesQuery(useCaller(), view), placeholderData: keepPreviousData })
