import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { t } from '#contract/language.ts'
import { isOn } from '#contract/rules/features.ts'
import type { Program } from '#contract/schemas/card-order.ts'
import { programDesignOf } from '#server/merchants/card-designs.ts'
import type { CardProgram } from '#server/merchants/document.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Order } from './order.ts'

/** A location's programs in the API's form (specification §3 *Program*); none where no order that starts with one is offered. */
export const listPrograms = (merchant: Merchant): Program[] =>
  isOn(merchant.location.settings, 'cardPrograms')
    ? merchant.cardPrograms.map((program) => programOnWire(merchant, program))
    : []

/** A program on sale, including that of mailed cards. */
export function findProgram(merchant: Merchant, id: string | undefined): CardProgram | undefined {
  const product = merchant.physicalProduct
  if (product && product.programId === id) return { id, image: product.image, description: product.name }
  return merchant.cardPrograms.find((program) => program.id === id)
}

/**
 * What a program's cards are called: as the restaurant wrote it, and once it is no longer on sale, a name in the order's language. A page cannot tell the two
 * apart, so it translates neither by a pattern.
 */
export const programName = (
  merchant: Merchant,
  { language }: Pick<Order, 'language'>,
  id: string | undefined,
): string =>
  findProgram(merchant, id)?.description ??
  inLanguage(merchant, language, () => t`${merchant.location.name} gift card`)

/** A digital card's program. Throws 422 on its field for one that is not on sale (anymore). */
export function getProgram(merchant: Merchant, id: string, field: string): CardProgram {
  const program = merchant.cardPrograms.find((one) => one.id === id)
  if (!program) throw fieldProblem(422, field, 'This gift card is not sold anymore. Please choose another.')
  return program
}

/** What a buyer is told whose order has another price than the program's only amount, which has changed meanwhile. */
export const fixedAmountChanged = (amountCents: Cents): string =>
  `This gift card costs ${currencyText(amountCents)} now. Please choose it again.`

/** A kind of gift card as the API shows it. */
export function programOnWire(
  merchant: Merchant,
  { id, image, description, amountCents }: CardProgram,
): Program {
  const design = programDesignOf(merchant, id)
  return {
    id,
    external_id: id,
    image,
    description,
    ...(design && { design }),
    ...(amountCents !== undefined && { amount: currencyText(amountCents) }),
  }
}
