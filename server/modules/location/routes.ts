import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { contentFeatures, isOn } from '#contract/rules/features.ts'
import type { Location, SoldOut } from '#contract/schemas/location.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { checkTime, registerRaw } from '#server/plugins/endpoints.ts'
import type { PrebuiltAnswers } from '#server/plugins/prebuilt-answers.ts'
import { sendPrebuilt } from '#server/plugins/prebuilt.ts'

/** The live part of a location's answer, which is not in the files. */
export type LiveStatus = Pick<Location, 'order_pause' | 'sold_out' | 'featured_dishes'>

type LiveState = {
  pause: LiveStatus['order_pause']
  soldOut: SoldOut[]
  featured: LiveStatus['featured_dishes']
}

/** Leaves out what does not apply. */
export const liveStatusOf = ({ pause, soldOut, featured }: LiveState): LiveStatus => ({
  ...(pause && { order_pause: pause }),
  ...(soldOut.length > 0 && { sold_out: soldOut }),
  ...(featured && { featured_dishes: featured }),
})

/**
 * Location, configurations and announcements (specification §7 *Location*): the files' content, serialized once per revision. The location also carries its
 * live status (extensions `order_pause`, `sold_out_today`, `featured_dishes`).
 */
export function addLocationRoutes(
  app: FastifyInstance,
  answers: PrebuiltAnswers,
  findLiveStatus: (merchant: Merchant) => LiveStatus,
): void {
  const { getLocation, getConfigurations, listAnnouncements } = endpoints
  registerRaw(app, getLocation, ({ merchant, request, reply }) => {
    const status = findLiveStatus(merchant)
    return sendPrebuilt(
      request,
      reply,
      answers.get(
        merchant,
        getLocation,
        'location',
        () => ({ location: { ...merchant.location, ...status } }),
        JSON.stringify(status),
      ),
    )
  })
  registerRaw(app, getConfigurations, ({ merchant, request, reply }) =>
    sendPrebuilt(
      request,
      reply,
      answers.get(merchant, getConfigurations, 'configurations', () => ({
        configurations: configurationsOf(merchant),
      })),
    ),
  )
  registerRaw(app, listAnnouncements, ({ merchant, query, request, reply }) => {
    checkTime(query.time)
    return sendPrebuilt(
      request,
      reply,
      answers.get(merchant, listAnnouncements, 'announcements', () => ({
        announcements: merchant.announcements,
      })),
    )
  })
}

/** The files' content, without the texts of pages that are switched off. */
const configurationsOf = ({ configurations, location }: Merchant): Merchant['configurations'] =>
  configurations.filter(({ name }) => {
    const feature = contentFeatures[name]
    return feature === undefined || isOn(location.settings, feature)
  })
