import { t, translateAnswer } from '#contract/language.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { formatCents } from '#contract/money.ts'
import { presetTipCents, tipPresets } from '#contract/pricing/ticket.ts'
import { useSecondTap } from '#lib/paint/use-second-tap.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { findTipChosen, useTellsShares } from '../tip-chosen.ts'
import { useSaveStep } from '../use-save-step.ts'

/** The tip among the answered steps, at one tap: a percentage, or another amount in its own step. A second tap on the chosen percentage removes it. */
export function TipLine({ view, onOther }: { view: TicketView; onOther: () => void }) {
  const { save, messages } = useSaveStep(view.draftId, () => undefined)
  const chosen = findTipChosen(view, useTellsShares())
  const isSecondTap = useSecondTap<number>()
  const choose = (percent: number, at: number): void => {
    if (isSecondTap(percent, at)) return
    const isChosen = chosen === percent
    save(
      isChosen
        ? { kind: 'ticket.tip', tipCents: 0 }
        : {
            kind: 'ticket.tip',
            tipCents: presetTipCents(view.totals.subTotalCents, percent),
            tipPercent: percent,
          },
    )
  }
  return (
    <Box display="grid" gap="2" paddingBlock="3" flex="1" role="group" aria-label={t('Tip')}>
      <Box display="flex" justifyContent="space-between" gap="3">
        <chakra.span color="muted">{t('Tip')}</chakra.span>
        {view.tipCents > 0 && <chakra.span fontWeight={600}>{formatCents(view.tipCents)}</chakra.span>}
      </Box>
      <Box display="grid" gridTemplateColumns="repeat(auto-fit, minmax(3.6em, 1fr))" gap="2">
        {tipPresets.map((percent) => (
          <Share key={percent} chosen={chosen === percent} onPress={(at) => choose(percent, at)}>
            {`${percent}%`}
          </Share>
        ))}
        <Share chosen={chosen === 'custom'} onPress={onOther} name={t('Other tip')}>
          {t('Other')}
        </Share>
      </Box>
      {messages.map((message) => (
        <Text key={message} role="alert" color="danger">
          {translateAnswer(message)}
        </Text>
      ))}
    </Box>
  )
}

type ShareProps = { chosen: boolean; onPress: (at: number) => void; children: string; name?: string }

function Share({ chosen, onPress, children, name = t`Tip ${children}` }: ShareProps) {
  return (
    <chakra.button
      type="button"
      aria-pressed={chosen}
      aria-label={name}
      onClick={({ timeStamp }) => onPress(timeStamp)}
      minHeight="44px"
      border="1px solid"
      borderColor={chosen ? 'ink' : 'line'}
      boxShadow={chosen ? 'inset 0 0 0 1px var(--h-ink)' : 'none'}
      borderRadius="s"
      background="raised"
      color="ink"
      fontWeight={chosen ? 700 : 500}
      cursor="pointer"
    >
      {children}
    </chakra.button>
  )
}
