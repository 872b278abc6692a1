import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { contentFeatures, isOn } from '#contract/rules/features.ts'
import type { OrderPause } from '#contract/schemas/location.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { checkTime, registerRaw } from '#server/plugins/endpoints.ts'
import type { PrebuiltAnswers } from '#server/plugins/prebuilt-answers.ts'
import { sendPrebuilt } from '#server/plugins/prebuilt.ts'

/**
 * Location, configurations and announcements (specification §7 *Location*): what the files say, made once a revision. The location bears the pause of its
 * new orders that `findPause` knows of (extension `order_pause`).
 */
export function addLocationRoutes(
  app: FastifyInstance,
  answers: PrebuiltAnswers,
  findPause: (merchant: Merchant) => OrderPause | undefined,
): void {
  const { getLocation, getConfigurations, listAnnouncements } = endpoints
  registerRaw(app, getLocation, ({ merchant, request, reply }) => {
    const pause = findPause(merchant)
    return sendPrebuilt(
      request,
      reply,
      answers.get(
        merchant,
        getLocation,
        'location',
        () => ({ location: pause ? { ...merchant.location, order_pause: pause } : merchant.location }),
        pause ? JSON.stringify(pause) : '',
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

/** What the files say, without the words of pages that are switched off. */
const configurationsOf = ({ configurations, location }: Merchant): Merchant['configurations'] =>
  configurations.filter(({ name }) => {
    const feature = contentFeatures[name]
    return feature === undefined || isOn(location.settings, feature)
  })
