import type { BodyOf } from '#contract/endpoint.ts'
import { staffCardEndpoints } from '#contract/endpoints/staff-cards.ts'
import type {
  FindCardsBody,
  FoundCardsAnswer,
  RefundCardOrderBody,
  StaffCardAnswer,
  StaffCardOrderAnswer,
} from '#contract/schemas/staff-card.ts'
import type { Services } from '#lib/query/services.ts'

/** Managers' gift card calls. Each is sent while the manager watches, under its own key, and never later. */

export const findCards = (services: Services, body: FindCardsBody, key: string): Promise<FoundCardsAnswer> =>
  services.api.send(staffCardEndpoints.findCards, { body, key })

/** One action on a card, given by its reference. */
export type CardAct = { reference: string } & (
  | { kind: 'hold'; body: BodyOf<typeof staffCardEndpoints.holdCard> }
  | { kind: 'release'; body: BodyOf<typeof staffCardEndpoints.releaseCard> }
  | { kind: 'void'; body: BodyOf<typeof staffCardEndpoints.voidCard> }
  | { kind: 'reissue'; body: BodyOf<typeof staffCardEndpoints.reissueCard> }
)
export type CardActKind = CardAct['kind']

export function actOnCard(services: Services, act: CardAct, key: string): Promise<StaffCardAnswer> {
  const params = { id: act.reference }
  switch (act.kind) {
    case 'hold':
      return services.api.send(staffCardEndpoints.holdCard, { params, body: act.body, key })
    case 'release':
      return services.api.send(staffCardEndpoints.releaseCard, { params, body: act.body, key })
    case 'void':
      return services.api.send(staffCardEndpoints.voidCard, { params, body: act.body, key })
    case 'reissue':
      return services.api.send(staffCardEndpoints.reissueCard, { params, body: act.body, key })
  }
}

export const refundCardOrder = (
  services: Services,
  { reference, body }: { reference: string; body: RefundCardOrderBody },
  key: string,
): Promise<StaffCardOrderAnswer> =>
  services.api.send(staffCardEndpoints.refundCardOrder, { params: { id: reference }, body, key })
