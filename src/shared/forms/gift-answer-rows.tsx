import { t } from '#contract/language.ts'
import { AnswerRow } from './answer-rows.tsx'

type RecipientRowProps = {
  to: { recipient_first_name?: string | null | undefined; recipient_last_name?: string | null | undefined }
  /** An address of one kind or another. */
  place: string | undefined
  onChange: (() => void) | undefined
}

/** To whom a gift goes, and where: one wrong letter of an address would give it to somebody else. */
export function RecipientRow({ to, place, onChange }: RecipientRowProps) {
  const name = `${to.recipient_first_name ?? ''} ${to.recipient_last_name ?? ''}`.trim()
  return (
    <AnswerRow name={t('Recipient')} text={[name, place].filter(Boolean).join(', ')} onChange={onChange} />
  )
}

type MessageRowProps = { message: string | null | undefined; onChange: (() => void) | undefined }

/** With which words it goes; nothing where there are none and none can be added. */
export const MessageRow = ({ message, onChange }: MessageRowProps) =>
  (onChange || message) && (
    <AnswerRow asTyped name={t('Message')} text={shortened(message ?? '') || undefined} onChange={onChange} />
  )

/** As much of a message as tells it from another. */
const longest = 60
function shortened(message: string): string {
  // By code points: half of an emoji is a box.
  const letters = [...message]
  return letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : message
}
