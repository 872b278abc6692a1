import * as z from 'zod/mini'

/** Extension `wallet_pass`: gift cards in a phone's wallet (docs/design/contract.md). */

export const WalletName = z.enum(['apple', 'google'])
export type WalletName = z.infer<typeof WalletName>

/** The wallets that a location's gift cards can be added to now. `sandbox`: wallets whose passes can be viewed but that no phone accepts. */
export const WalletsAnswer = z.object({ wallets: z.array(WalletName), sandbox: z.array(WalletName) })
export type WalletsAnswer = z.infer<typeof WalletsAnswer>

/** The address of a card's pass, valid until `expires_at` (a few minutes; ISO 8601 in UTC): Apple's file, or the page that saves it to Google Wallet. */
export const WalletPassAnswer = z.object({ url: z.string(), expires_at: z.string() })
export type WalletPassAnswer = z.infer<typeof WalletPassAnswer>
