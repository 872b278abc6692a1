import type { PromoCode } from '#server/merchants/document.ts'
import { centsOf, type LocationFile, type PromoCodeFile } from './file-schemas.ts'
import { dollarsText } from './dollars-text.ts'
import type { SourceFile } from './source-file.ts'

/** Promo codes of `location.json` (merchants/README.md, decision 034): reading, checking and writing them back. */

/** A code in its stored form. Unless the file says so, it is not for gift cards. */
export const promoCodeOf = (file: PromoCodeFile): PromoCode => ({
  code: file.code,
  discount:
    file.percent === undefined ? { amountCents: centsOf(file.amount ?? '0.00') } : { percent: file.percent },
  minimumCents: centsOf(file.minimum ?? '0.00'),
  starts: file.starts,
  ends: file.ends,
  appliesTo: file.applies_to,
  uses: file.uses,
  usesPerPerson: file.uses_per_person,
})

/** A stored code in the file's form. */
export const promoCodeFile = ({
  code,
  discount,
  minimumCents,
  starts,
  ends,
  appliesTo,
  uses,
  usesPerPerson,
}: PromoCode): PromoCodeFile => ({
  code,
  ...('percent' in discount ? { percent: discount.percent } : { amount: dollarsText(discount.amountCents) }),
  ...(appliesTo !== undefined && { applies_to: [...appliesTo] }),
  ...(minimumCents !== 0 && { minimum: dollarsText(minimumCents) }),
  ...(uses !== undefined && { uses }),
  ...(usesPerPerson !== undefined && { uses_per_person: usesPerPerson }),
  ...(starts !== undefined && { starts }),
  ...(ends !== undefined && { ends }),
})

/** Reports what no single field can show: a code listed twice, both kinds of discount, days in the wrong order, gift cards for nothing. */
export function reportPromoCodes(location: LocationFile, source: SourceFile): void {
  const seen = new Set<string>()
  location.promo_codes.forEach((promo, index) => {
    const code = promo.code.trim().toUpperCase()
    if (seen.has(code))
      source.report(['promo_codes', index, 'code'], `another promo code is "${promo.code}", too`)
    seen.add(code)
    if ((promo.percent === undefined) === (promo.amount === undefined))
      source.report(['promo_codes', index], 'needs either percent or amount')
    if (promo.amount !== undefined && centsOf(promo.amount) === 0)
      source.report(['promo_codes', index, 'amount'], 'takes nothing off')
    if (promo.starts !== undefined && promo.ends !== undefined && promo.starts > promo.ends)
      source.report(['promo_codes', index, 'ends'], 'is before the day that it starts')
    if (promo.uses !== undefined && promo.uses_per_person !== undefined && promo.uses_per_person > promo.uses)
      source.report(['promo_codes', index, 'uses_per_person'], 'is more than the uses of the code in all')
    if (promo.applies_to?.includes('gift_cards') && promo.percent === 100)
      source.report(
        ['promo_codes', index, 'percent'],
        'would give gift cards away: a gift card is never free',
      )
  })
}
