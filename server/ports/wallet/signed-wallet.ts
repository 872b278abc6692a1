import type { WalletName } from '#contract/schemas/wallet.ts'
import type { AppleKeys } from './apple-keys.ts'
import { WalletKeyError } from './apple-keys.ts'
import type { GoogleKeys } from './google-keys.ts'
import { googleJwt } from './google-pass.ts'
import type { SandboxKeys } from './sandbox-keys.ts'
import type { Wallet } from './wallet.ts'

/** A merchant's own keys, for each wallet that it has them for. */
export type WalletKeys = { apple?: AppleKeys | undefined; google?: GoogleKeys | undefined }

type SignedWalletOptions = {
  /** By merchants' labels. */
  keys: ReadonlyMap<string, WalletKeys>
  /** Signs for merchants without keys; undefined: they have no passes. Created for the first pass, since it takes a moment. */
  sandbox: (() => Promise<SandboxKeys>) | undefined
}

const saveUrl = 'https://pay.google.com/gp/v/save/'
/** Where the sandbox shows what Google would save (server/sandbox/wallet.ts). */
export const sandboxSavePath = '/sandbox/wallet/save'

/** Signs with the merchant's own keys where there are any, else with the sandbox's where there is one. */
export function signedWallet({ keys, sandbox }: SignedWalletOptions): Wallet {
  const own = (label: string): WalletKeys => keys.get(label) ?? {}
  const sandboxKeys = async (label: string): Promise<SandboxKeys> => {
    if (!sandbox) throw new WalletKeyError(`${label} has no keys for this wallet`)
    return await sandbox()
  }
  const isSandbox = (label: string, wallet: WalletName): boolean =>
    sandbox !== undefined && own(label)[wallet] === undefined
  return {
    isSandbox,
    offered(label, nowMs) {
      const { apple, google } = own(label)
      const offered = {
        apple: apple ? apple.endsAtMs > nowMs : sandbox !== undefined,
        google: google !== undefined || sandbox !== undefined,
      }
      return (['apple', 'google'] as const).filter((wallet) => offered[wallet])
    },
    async applePass(label, pass) {
      // The code for passes is large, and most servers never need it.
      const { applePassFile } = await import('./apple-pass.ts')
      return applePassFile(pass, own(label).apple ?? (await sandboxKeys(label)).apple)
    },
    async googleLink(label, pass) {
      const google = own(label).google
      if (google) return saveUrl + (await googleJwt(pass, google))
      return `${sandboxSavePath}?jwt=${await googleJwt(pass, (await sandboxKeys(label)).google)}`
    },
  }
}
