import { makeSandboxKeys, readSandboxKeys, type SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import { signedWallet } from '#server/ports/wallet/signed-wallet.ts'
import type { LarderOptions, TestLarder } from './larder.ts'

/** One set of keys for all tests of a file: creating them takes a second. */
export async function sandboxWallet(): Promise<{
  keys: SandboxKeys
  wallet: NonNullable<LarderOptions['wallet']>
}> {
  const keys = readSandboxKeys(await makeSandboxKeys())
  const walletSandbox = async (): Promise<SandboxKeys> => keys
  return {
    keys,
    wallet: { wallet: signedWallet({ keys: new Map(), sandbox: walletSandbox }), walletSandbox },
  }
}

/** Switches a merchant's wallet passes on or off. */
export const offerPasses = (larder: TestLarder, label = 'tavola', isOn = true): void =>
  larder.change(label, (document) => {
    const { settings } = document.location
    const digital = { ...settings.cards?.digital, enable: true, wallet_passes: isOn }
    return {
      ...document,
      location: { ...document.location, settings: { ...settings, cards: { ...settings.cards, digital } } },
    }
  })
