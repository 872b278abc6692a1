import { message, type Message } from '../language.ts'

/**
 * The rows that a total is made of, in the order and with the names used wherever an order is summed up: in checkout, on its page and receipt, in emails, for
 * the staff.
 */
const names = {
  subTotal: message('Subtotal'),
  discount: message('Discount'),
  delivery: message('Delivery charge'),
  shipping: message('Shipping & Handling'),
  tax: message('Tax'),
  tip: message('Tip'),
} satisfies Record<string, Message>

type TotalPart = keyof typeof names

/** One row for each part that is given. */
export const totalRows = <Amount>(
  amounts: Readonly<Partial<Record<TotalPart, Amount>>>,
): { part: TotalPart; name: Message; amount: Amount }[] =>
  (Object.keys(names) as TotalPart[]).flatMap((part) => {
    const amount = amounts[part]
    return amount === undefined ? [] : [{ part, name: names[part], amount }]
  })

/** A row's name for the staff, whose screens are in English (decision 056). Not in language.ts, which every launch loads. */
export const englishOf = (name: Message): string => name as unknown as string
