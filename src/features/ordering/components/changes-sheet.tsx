import { modifierText } from '#contract/rules/modifier-text.ts'
import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { namesInText } from '#contract/rules/allergen-words.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { useSecondTap } from '#lib/paint/use-second-tap.ts'
import { isBackLater, type LineDifference } from '#lib/query/line-checks.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { acceptAllergens, keepLine } from '../changes.ts'
import { removeLine } from '../line-commands.ts'
import { linePageOf } from '../line-page.ts'

type ChangesSheetProps = {
  open: boolean
  differences: readonly LineDifference[]
  onClose: () => void
  /** Leads to a time at which everything is available, if there may be one. */
  onLater: (() => void) | undefined
}

/**
 * What has changed on the menu since the dishes were chosen. The diner decides line by line: keep it as it is now, choose again, or remove it. Closing the
 * sheet decides nothing, and nothing is paid until the sheet is empty.
 */
export function ChangesSheet({ open, differences, onClose, onLater }: ChangesSheetProps) {
  const { load } = usePortal()
  const [said, setSaid] = useState('')
  const deciding = useMutation({
    mutationFn: async ({
      difference: { line, check },
      keep,
    }: {
      difference: LineDifference
      keep: boolean
    }) => {
      const services = await load()
      if (keep && check.kind === 'price') return await keepLine(services, line, check)
      if (keep && check.kind === 'allergens') return await acceptAllergens(services, line, check.now)
      return await removeLine(services, line.lineId)
    },
    onSuccess: (_, { difference: { line }, keep }) =>
      setSaid(keep ? t`${line.name} stays on your order.` : t`${line.name} is off your order.`),
  })
  const list = useRef<HTMLUListElement>(null)
  const isSecondTap = useSecondTap<'any'>()
  // After a decision the next dish moves up under the finger, and the focused button is gone.
  const decide = (decision: { difference: LineDifference; keep: boolean }, at: number): boolean => {
    if (isSecondTap('any', at)) return false
    setSaid('')
    deciding.mutate(decision)
    list.current?.focus({ preventScroll: true })
    return true
  }
  const isDecided = said !== '' && differences.length === 0
  useEffect(() => {
    if (isDecided) focusScreen()
  }, [isDecided])
  const isOpen = open && differences.length > 0
  return (
    <>
      <Dialog
        open={isOpen}
        onClose={onClose}
        title={isBackLater(differences) ? t('Sold out today') : t('The menu has changed')}
        actions={
          <>
            {onLater && (
              <Button look="second" onClick={onLater}>
                {t('Order for later')}
              </Button>
            )}
            <Button look="second" onClick={onClose}>
              {t('Not now')}
            </Button>
          </>
        }
      >
        <Text>{t('Please look at these before you go on. You won’t be charged until you decide.')}</Text>
        {deciding.isError && <Banner tone="error" header={t('Error')} messages={[notSavedText()]} />}
        <p role="status" className="visually-hidden">
          {said}
        </p>
        <chakra.ul ref={list} tabIndex={-1} outline="none" aria-label={t('What has changed')} display="grid">
          {differences.map((difference) => (
            <Difference
              key={difference.line.lineId}
              difference={difference}
              onKeep={(at) => decide({ difference, keep: true }, at)}
              onRemove={(at) => decide({ difference, keep: false }, at)}
            />
          ))}
        </chakra.ul>
      </Dialog>
      {/* Outside the sheet, which closes with the last decision. */}
      <p role="status" className="visually-hidden">
        {!isOpen && said}
      </p>
    </>
  )
}

/** Handles a press at `at`, the event's time (ms); false if the press does not count. */
type Press = (at: number) => boolean
type DifferenceProps = { difference: LineDifference; onKeep: Press; onRemove: Press }

function Difference({ difference, onKeep, onRemove }: DifferenceProps) {
  const navigate = useNavigate()
  const { line, check } = difference
  const again = (): void => {
    if (!isFromMenu(line)) return
    void navigate(linePageOf(line))
  }
  // The unavailable dish is replaced by what the diner chooses instead.
  const swap = (at: number): void => {
    if (!onRemove(at)) return
    void (line.menu_external_id !== undefined && line.menu_category_external_id !== undefined
      ? navigate({
          to: '/order/$menuId/category/$categoryId',
          params: { menuId: line.menu_external_id, categoryId: line.menu_category_external_id },
        })
      : navigate({ to: '/order' }))
  }
  return (
    <chakra.li display="grid" gap="2" paddingBlock="4" borderTop="1px solid" borderColor="line">
      <Box display="grid" gap="1">
        <chakra.h3 fontSize="inherit">
          {line.quantity} × {line.name}
        </chakra.h3>
        {modifierText(line) !== '' && (
          <Text fontSize="small" color="muted">
            {modifierText(line)}
          </Text>
        )}
        <Text>{wordsOf(difference)}</Text>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2">
        {check.kind === 'price' && (
          <Button
            onClick={({ timeStamp }) => onKeep(timeStamp)}
            aria-label={t`Keep at ${formatCents(check.nowCents)}: ${line.name}`}
          >
            {rich`Keep at ${formatCents(check.nowCents)}`}
          </Button>
        )}
        {check.kind === 'allergens' && (
          <Button
            onClick={({ timeStamp }) => onKeep(timeStamp)}
            aria-label={
              check.added.length > 0
                ? t`Keep it: ${line.name}, which contains ${namesInText(check.added)}`
                : t`Keep it: ${line.name}, which may not be free from ${namesInText(check.withdrawn)}`
            }
          >
            {t('Keep it')}
          </Button>
        )}
        {(check.kind === 'allergens' || check.kind === 'modifier-gone' || check.kind === 'choice-needed') && (
          <Button onClick={again} aria-label={t`Choose again: ${line.name}`}>
            {t('Choose again')}
          </Button>
        )}
        {(check.kind === 'sold-out' || check.kind === 'gone') && (
          <Button
            look="second"
            onClick={({ timeStamp }) => swap(timeStamp)}
            aria-label={t`Choose something else instead of ${line.name}`}
          >
            {t('Choose something else')}
          </Button>
        )}
        <Button
          look="quiet"
          onClick={({ timeStamp }) => onRemove(timeStamp)}
          aria-label={t`Remove ${line.name} from the order`}
        >
          {t('Remove')}
        </Button>
      </Box>
    </chakra.li>
  )
}

function wordsOf({ check }: LineDifference): string {
  switch (check.kind) {
    case 'price':
      return t`It was ${formatCents(check.beforeCents)} and is now ${formatCents(check.nowCents)} each.`
    case 'allergens':
      return [
        check.added.length > 0 &&
          t`It contains ${namesInText(check.added)} now. It did not say so when you chose it.`,
        check.withdrawn.length > 0 &&
          t`It is no longer listed as free from ${namesInText(check.withdrawn)}. It was when you chose it.`,
      ]
        .filter((words) => words !== false)
        .join(' ')
    case 'sold-out':
      return check.isToday ? t('Sold out today.') : t('Sold out for now.')
    case 'gone':
      return t('Not on the menu anymore.')
    case 'modifier-gone':
      return t`It does not come with ${check.names.join(', ')} anymore.`
    case 'choice-needed':
      return t('You need to pick an option.')
  }
}
