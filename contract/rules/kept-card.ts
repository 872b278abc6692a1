/** Extension `saved_cards`: whether the card provider keeps a typed payment card, for its member to pay with again. */

type CardKeeping = { stripe_customer_id?: string | undefined; keep_card?: boolean | undefined }

/**
 * The customer with whom a payment card is charged: that is what the provider keeps it for. Undefined: charged this once, and kept for nobody. A caller
 * that says nothing of keeping has it kept, as the specification's calls do (AT-15, AP-11).
 */
export const chargedCustomerOf = ({ stripe_customer_id: id, keep_card }: CardKeeping): string | undefined =>
  keep_card === false ? undefined : id
