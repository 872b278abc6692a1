import type { Clock } from '#contract/ports.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import { forgetOutgoing, writeOutgoing } from '#server/ports/outgoing-folder.ts'
import type { TextMessages } from './text-messages.ts'

/** The text messages of a server without a webhook: each becomes a readable file, beside the emails. */
export const folderTexts = (folder: string, clock: Clock): TextMessages => ({
  send: ({ kind, fromName, to, text }) =>
    writeOutgoing(folder, clock, {
      kind: `text-${kind}`,
      to,
      text: `From: ${fromName}\nText to: ${formatPhone(to)}\n\n${text}\n`,
    }),
  forget: (words) => forgetOutgoing(folder, words),
})
