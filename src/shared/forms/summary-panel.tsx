import { t, translateAnswer } from '#contract/language.ts'
import { Box, chakra } from '#lib/ui/box.ts'
import type { ReactNode } from 'react'

/** The panel beside an order or a cart, with its total and the parts of it. */
export const SummaryPanel = ({ children }: { children: ReactNode }) => (
  <chakra.section
    aria-label={t('Order summary')}
    background="raised"
    border="var(--h-edge)"
    boxShadow="var(--h-lift)"
    borderRadius="m"
    padding="5"
    display="grid"
    gap="4"
  >
    {children}
  </chakra.section>
)

/** The parts of a sum. */
export const SummaryRows = ({ children }: { children: ReactNode }) => (
  <chakra.dl display="grid" gap="2">
    {children}
  </chakra.dl>
)

/** The state of a promo code, shown at the total; announced when it appears and when it changes. */
export const PromoNotice = ({ text }: { text: string | undefined }) => (
  <chakra.p
    role="status"
    fontSize="small"
    fontWeight={600}
    className={text === undefined ? 'visually-hidden' : undefined}
  >
    {text !== undefined && translateAnswer(text)}
  </chakra.p>
)

/** The total. */
export const SummaryTotal = (row: SummaryRowProps) => (
  <chakra.dl paddingTop="4" borderTop="1px solid" borderColor="line" fontSize="lead" fontWeight={700}>
    <SummaryRow {...row} />
  </chakra.dl>
)

type SummaryRowProps = { name: string; text: string; children?: ReactNode }

export const SummaryRow = ({ name, text, children }: SummaryRowProps) => (
  <Box display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4">
    <dt>{name}</dt>
    <dd className="price">{text}</dd>
    {children}
  </Box>
)
