import { t } from '#contract/language.ts'
import { AnswerRow } from './answer-rows.tsx'

type RecipientRowProps = {
  to: { recipient_first_name?: string | null | undefined; recipient_last_name?: string | null | undefined }
  /** An address of one kind or another. */
  place: string | undefined
  onChange: (() => void) | undefined
}

/** Who a gift goes to, and where, in full: one wrong letter in an address would give it to somebody else. */
export function RecipientRow({ to, place, onChange }: RecipientRowProps) {
  const name = `${to.recipient_first_name ?? ''} ${to.recipient_last_name ?? ''}`.trim()
  return (
    <AnswerRow name={t('Recipient')} text={[name, place].filter(Boolean).join(', ')} onChange={onChange} />
  )
}

type MessageRowProps = { message: string | null | undefined; onChange: (() => void) | undefined }

/** The gift's message; nothing where there is none and none can be added. */
export const MessageRow = ({ message, onChange }: MessageRowProps) =>
  (onChange || message) && (
    <AnswerRow asTyped name={t('Message')} text={shortened(message ?? '') || undefined} onChange={onChange} />
  )

/** Enough of a message to recognize it. */
const longest = 60
function shortened(message: string): string {
  // By code points: half of an emoji would be shown as a box.
  const letters = [...message]
  return letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : message
}
