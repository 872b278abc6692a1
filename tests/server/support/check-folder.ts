import { resolve } from 'node:path'
import { runMerchantCommand } from '#server/import/merchant-command.ts'

/** Runs `npm run merchant -- check` on a copy of the restaurants' files: its exit code, and the lines that it prints. */
export async function checkFolder(
  folder: string,
  label = 'tavola',
): Promise<{ code: number; said: string[] }> {
  const said: string[] = []
  const context = {
    root: resolve('.'),
    merchantsDir: folder,
    env: {},
    say: (line: string) => void said.push(line),
  }
  return { code: await runMerchantCommand(context, ['check', label]), said }
}
