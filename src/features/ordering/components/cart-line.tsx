import { modifierText } from '#contract/rules/modifier-text.ts'
import { t } from '#contract/language.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { rich } from '#lib/paint/rich.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { useNavigate } from '@tanstack/react-router'
import type { NotEaten } from '#contract/rules/line-eaten.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import { maximumLineQuantity } from '#contract/rules/quantity.ts'
import { lineTotalText } from '#lib/sync/ticket-view.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { LineAllergens } from '#shared/forms/line-allergens.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Select } from '#lib/ui/field.tsx'
import { linePageOf } from '../line-page.ts'

type CartLineProps = {
  line: ViewLine
  locked: boolean
  /** Text saying that the dish has sold out. */
  soldOut?: string | undefined
  /** The dish has options to choose. */
  customizable?: boolean
  /** The restaurant states its dishes' allergens, so that a line without a statement says so. */
  tellsAllergens?: boolean
  /** What the diner on this device avoids. */
  notEaten?: NotEaten | undefined
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

const quantities = Array.from({ length: maximumLineQuantity }, (_, place) => place + 1)
/** Includes the line's own quantity, which may be out of our range if another system set it. */
const quantitiesWith = (own: number): number[] =>
  quantities.includes(own) ? quantities : [...quantities, own]

/** One line of the order. A line that is not from a menu keeps its quantity, and one marked no_delete cannot be removed (specification §5). */
export function CartLine({
  line,
  locked,
  soldOut,
  customizable = true,
  tellsAllergens = false,
  notEaten,
  onQuantity,
  onRemove,
}: CartLineProps) {
  const navigate = useNavigate()
  const fromMenu = isFromMenu(line)
  const edit = (): void => {
    if (!isFromMenu(line)) return
    void navigate(linePageOf(line))
  }
  return (
    <chakra.li
      display="grid"
      gap="2"
      paddingBlock="5"
      borderBottom="1px solid"
      borderColor="line"
      aria-busy={line.pending}
    >
      {/* The price stands below a word that leaves it no room, with letters of twice the size. */}
      <Box display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4">
        <chakra.h2 fontSize="lead" flex="1">
          {line.name}
        </chakra.h2>
        <Text className="price" fontWeight={650}>
          {lineTotalText(line)}
        </Text>
      </Box>
      {modifierText(line) !== '' && (
        <Text color="muted" maxWidth="52ch">
          <bdi>{modifierText(line)}</bdi>
        </Text>
      )}
      <LineAllergens line={line} tellsAllergens={tellsAllergens} notEaten={notEaten} />
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
        {fromMenu && !locked ? (
          <Box width="88px">
            <Select
              aria-label={t`Quantity of ${line.name}`}
              value={line.quantity}
              onChange={(event) => onQuantity(Number(event.target.value))}
            >
              {quantitiesWith(line.quantity).map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          </Box>
        ) : (
          <Text className="price">{rich`Quantity ${line.quantity}`}</Text>
        )}
        {fromMenu && customizable && !locked && (
          <Button look="quiet" onClick={edit} aria-label={t`Customize ${line.name}`}>
            {t('Customize')}
          </Button>
        )}
        {!line.noDelete && !locked && (
          <Button look="quiet" onClick={onRemove} aria-label={t`Remove ${line.name}`}>
            {t('Remove')}
          </Button>
        )}
        {soldOut && (
          <Text color="danger" fontWeight={650} {...transientMark}>
            {soldOut}
          </Text>
        )}
        {line.pending && (
          <Text color="muted" fontSize="small">
            {t('Not sent yet')}
          </Text>
        )}
        {line.wanted !== undefined && line.wanted !== line.quantity && (
          <Text fontWeight={650}>
            {line.wanted === 0
              ? t('You took this off on this device.')
              : t`You chose ${line.wanted} on this device.`}
          </Text>
        )}
      </Box>
    </chakra.li>
  )
}
