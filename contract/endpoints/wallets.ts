import * as z from 'zod/mini'
import { define, readMs } from '../endpoint.ts'
import { WalletName, WalletPassAnswer, WalletsAnswer } from '../schemas/wallet.ts'

const location = '/location/:loc'
const read = { method: 'GET', queue: 'read', timeoutMs: readMs } as const

/** Extension `wallet_pass`: gift cards in a phone's wallet (docs/design/contract.md). */
export const walletEndpoints = {
  listWallets: define({
    ...read,
    path: `${location}/wallets`,
    caller: 'anyone',
    anonymous: true,
    answer: WalletsAnswer,
  }),
  /** For the card's owner, or, while nobody owns it, for anybody who has its link. */
  getWalletPass: define({
    ...read,
    path: `${location}/card/:id/pass`,
    caller: 'anyone',
    query: z.object({ wallet: WalletName }),
    answer: WalletPassAnswer,
  }),
}
