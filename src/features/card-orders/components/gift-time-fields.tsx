import { t } from '#contract/language.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { fieldGrid } from '#shared/forms/recipient-fields.tsx'
import type { GiftTime } from '../use-gift-time.ts'

/** When the gift is sent: right away, or at a later time, such as a birthday morning. */
export function GiftTimeFields({ send, date, time, problems, days, zone, isOwnZone, change }: GiftTime) {
  return (
    <Box display="grid" gap="4">
      <Text fontWeight={650}>{t('When should we send it?')}</Text>
      <ChoiceCards
        legend={t('When should we send it?')}
        name="send"
        columns={2}
        value={send}
        onChange={(value) => change({ send: value })}
        choices={[
          { value: 'now', label: t('Send now') },
          { value: 'later', label: t('Pick a date and time') },
        ]}
      />
      {send === 'later' && (
        <Box {...fieldGrid}>
          <Field label={t('Date')} problem={problems.date}>
            {(field) => (
              <TextInput
                {...field}
                type="date"
                name="send_date"
                min={days?.first}
                max={days?.last}
                value={date}
                onChange={({ target }) => change({ date: target.value })}
              />
            )}
          </Field>
          <Field label={t('Time')} problem={problems.time} hint={isOwnZone ? t`Your time: ${zone}` : zone}>
            {(field) => (
              <TextInput
                {...field}
                type="time"
                name="send_time"
                value={time}
                onChange={({ target }) => change({ time: target.value })}
              />
            )}
          </Field>
        </Box>
      )}
    </Box>
  )
}
