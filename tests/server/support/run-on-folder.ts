import { resolve } from 'node:path'
import { runMerchantCommand } from '#server/import/merchant-command.ts'

/** Runs `npm run merchant -- …` on a copy of the restaurants' files: its exit code, and the lines that it prints. */
export async function runOnFolder(
  folder: string,
  ...args: string[]
): Promise<{ code: number; said: string[] }> {
  const said: string[] = []
  const context = {
    root: resolve('.'),
    merchantsDir: folder,
    env: {},
    say: (line: string) => void said.push(line),
  }
  return { code: await runMerchantCommand(context, args), said }
}

/** Checks a restaurant. */
export const checkFolder = (folder: string, label = 'tavola') => runOnFolder(folder, 'check', label)
