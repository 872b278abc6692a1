const pricing = 'tests/contract/pricing.test.ts'
const taxes = 'tests/contract/tax.test.ts'
const tips = 'tests/contract/tip.test.ts'
const refunds = 'tests/contract/refund.test.ts'
const cardRefunds = 'tests/contract/card-refund.test.ts'
const amounts = 'tests/contract/money.test.ts'

/** The arithmetic and rules that both device and server run. @type {import('../mutants.d.mts').Mutant[]} */
export const money = [
  {
    name: 'a rate rounds half down',
    file: 'contract/rates.ts',
    find: `(product * 2n + rateScale) / (rateScale * 2n)`,
    replace: `(product * 2n + rateScale - 1n) / (rateScale * 2n)`,
    tests: [amounts],
  },
  {
    name: 'an amount of half a cent is accepted',
    file: 'contract/money.ts',
    find: `if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > 1e-6)`,
    replace: `if (!Number.isSafeInteger(cents))`,
    tests: [amounts],
  },
  {
    name: 'an amount beyond the safe integers is accepted',
    file: 'contract/money.ts',
    find: `if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > 1e-6)`,
    replace: `if (Math.abs(dollars * 100 - cents) > 1e-6)`,
    tests: [amounts],
  },
  {
    name: 'half a cent is written as money',
    file: 'contract/money.ts',
    find: `  if (!Number.isSafeInteger(cents)) throw new RangeError(\`not whole cents: \${cents}\`)`,
    replace: `  void cents`,
    tests: [amounts],
  },
  {
    name: 'taxes round half down',
    file: 'contract/pricing/tax.ts',
    find: `Number((exact * 2n + rateScale) / (rateScale * 2n))`,
    replace: `Number((exact * 2n + rateScale - 1n) / (rateScale * 2n))`,
    tests: [taxes],
  },
  {
    name: 'taxes are rounded for each line where they are rounded for the order',
    file: 'contract/pricing/tax.ts',
    find: `    rules.rounding === 'line'
      ?`,
    replace: `    rules.rounding !== 'line'
      ?`,
    tests: [taxes],
  },
  {
    name: 'a class that the location does not have is not taxed',
    file: 'contract/pricing/tax.ts',
    find: `?? classes.get(standardClass) ?? []`,
    replace: `?? []`,
    tests: [taxes],
  },
  {
    name: 'the delivery is taxed where it has no class',
    file: 'contract/pricing/ticket.ts',
    find: `tax.delivery === undefined ? [] : [{`,
    replace: `tax.delivery === '' ? [] : [{`,
    tests: [taxes],
  },
  {
    name: 'a discount takes off more than the subtotal',
    file: 'contract/pricing/ticket.ts',
    find: `  const discountCents = Math.min(
    subTotalCents,`,
    replace: `  const discountCents = Math.max(
    0,`,
    tests: [pricing],
  },
  {
    name: 'an overpaid order has a negative amount due',
    file: 'contract/pricing/ticket.ts',
    find: `Math.max(0, nonTipCents - ticket.paid.nonTipCents)`,
    replace: `nonTipCents - ticket.paid.nonTipCents`,
    tests: [pricing],
  },
  {
    name: 'an empty ticket has a tip',
    file: 'contract/pricing/ticket.ts',
    find: `  if (lines.length === 0) return 0\n`,
    replace: ``,
    tests: [tips],
  },
  {
    name: 'an empty ticket is charged for delivery',
    file: 'contract/pricing/ticket.ts',
    find: `ticket.useDelivery && ticket.lines.length > 0 ?`,
    replace: `ticket.useDelivery ?`,
    tests: [pricing, tips],
  },
  {
    name: 'a reward takes off more than the promo code left',
    file: 'contract/pricing/ticket.ts',
    find: `Math.min(rewardCents, subTotalCents - Math.min(subTotalCents, discountCentsOf(subTotalCents, discount)))`,
    replace: `Math.min(rewardCents, subTotalCents)`,
    tests: [pricing],
  },
  {
    name: 'leftover cents of a distribution are lost',
    file: 'contract/pricing/allocate.ts',
    find: `shares[index]!++`,
    replace: `shares[index]! += 0`,
    tests: [taxes, pricing],
  },
  {
    name: 'a tip has no maximum',
    file: 'contract/rules/tip.ts',
    find: `  tipCents > maximumTipCents(subTotalCents)\n`,
    replace: `  tipCents > 100 * maximumTipCents(subTotalCents)\n`,
    tests: [tips],
  },
  {
    name: 'a tip of exactly the maximum is refused',
    file: 'contract/rules/tip.ts',
    find: `  tipCents > maximumTipCents(subTotalCents)\n`,
    replace: `  tipCents >= maximumTipCents(subTotalCents)\n`,
    tests: [tips],
  },
  {
    name: 'more dishes are refunded than were ordered',
    file: 'contract/pricing/refund.ts',
    find: ` || line.refunded + quantity > line.quantity)`,
    replace: `)`,
    tests: [refunds],
  },
  {
    name: 'a negative number of dishes is refunded',
    file: 'contract/pricing/refund.ts',
    find: ` || quantity < 1 ||`,
    replace: ` ||`,
    tests: [refunds],
  },
  {
    name: 'more of the tip is refunded than is left',
    file: 'contract/pricing/refund.ts',
    find: ` || tipCents < 0 || tipCents > order.tip_cents)`,
    replace: ` || tipCents < 0)`,
    tests: [refunds],
  },
  {
    name: 'more is refunded than the tenders have left',
    file: 'contract/pricing/refund.ts',
    find: `Math.min(chosenCents, sumOf(order.tenders.map((tender) => tender.order_cents)))`,
    replace: `chosenCents`,
    tests: [refunds],
  },
  {
    name: 'the same line is refunded twice in one choice',
    file: 'contract/pricing/refund.ts',
    find: `  for (const { index, quantity } of mergeLines(choice.lines)) {`,
    replace: `  for (const { index, quantity } of choice.lines) {`,
    tests: [refunds],
  },
  {
    name: 'the payment card is refunded before the gift card',
    file: 'contract/pricing/refund.ts',
    find: `  for (const tender of inRefundOrder(tenders)) {`,
    replace: `  for (const tender of inRefundOrder(tenders).toReversed()) {`,
    tests: [refunds],
  },
  {
    name: 'an order for gift cards refunds more than was paid',
    file: 'contract/pricing/card-refund.ts',
    find: `Math.min(order.left_cents, paidCents + shippingCents)`,
    replace: `paidCents + shippingCents`,
    tests: [cardRefunds],
  },
  {
    name: 'postage is refunded where something was spent',
    file: 'contract/pricing/card-refund.ts',
    find: `=> shipping > 0 && taken + unspent === face`,
    replace: `=> shipping > 0 && taken + unspent <= face`,
    tests: [cardRefunds],
  },
  {
    name: 'a discount is refunded as money',
    file: 'contract/pricing/card-refund.ts',
    find: `Number((BigInt(face - discount) * BigInt(faceCents)) / BigInt(face))`,
    replace: `faceCents + discount * 0`,
    tests: [cardRefunds],
  },
  {
    name: 'a discount makes an order for gift cards negative',
    file: 'contract/pricing/card-order.ts',
    find: `Math.min(subTotalCents, discountCentsOf(subTotalCents, discount))`,
    replace: `discountCentsOf(subTotalCents, discount)`,
    tests: ['tests/contract/card-order.test.ts'],
  },
  {
    name: 'a gift card leaves less than a payment card can be charged',
    file: 'contract/pricing/tender.ts',
    find: `leftCents > 0 && dueCents >= minimumCardChargeCents ?`,
    replace: `leftCents > 0 && dueCents < 0 ?`,
    tests: ['tests/contract/tender.test.ts'],
  },
  {
    name: 'a gift card pays the tip where that is forbidden',
    file: 'contract/pricing/tender.ts',
    find: `const tipCents = mayTip ? Math.min`,
    replace: `const tipCents = mayTip || dueTipCents > 0 ? Math.min`,
    tests: ['tests/contract/tender.test.ts'],
  },
  {
    name: 'a lower price is not reported',
    file: 'contract/rules/line-check.ts',
    find: `  return unitCents === line.unitCents
`,
    replace: `  return unitCents <= line.unitCents
`,
    tests: ['tests/contract/line-check.test.ts'],
  },
  {
    name: 'a dish that contains something new counts as unchanged',
    file: 'contract/rules/line-check.ts',
    find: `return added.length + withdrawn.length === 0 ?`,
    replace: `return withdrawn.length === 0 ?`,
    tests: ['tests/contract/line-check.test.ts'],
  },
  {
    name: 'an unknown role may do what a member may',
    file: 'contract/rules/roles.ts',
    find: `roles.findIndex((one) => one === nameToday(role)) >= roles.indexOf(least)`,
    replace: `Math.max(0, roles.findIndex((one) => one === nameToday(role))) >= roles.indexOf(least)`,
    tests: ['tests/contract/roles.test.ts'],
  },
  {
    name: 'a card that a bank disputes is moved to another',
    file: 'contract/rules/card-acts.ts',
    find: `!isReplaced && !isDisputed && (`,
    replace: `!isReplaced && (!isDisputed || cents > 0) && (`,
    tests: [cardRefunds],
  },
  {
    name: 'a card that was replaced is re-issued again',
    file: 'contract/rules/card-acts.ts',
    find: `cents > 0 && !isReplaced && !`,
    replace: `cents > 0 && (!isReplaced || cents > 0) && !`,
    tests: [cardRefunds],
  },
]
