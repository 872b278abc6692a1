import { t, translateAnswer } from '#contract/language.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { isLinkable } from '#contract/rules/features.ts'
import { rich } from '#lib/paint/rich.ts'
import { useRef, useState } from 'react'
import { partText, takenText } from '#contract/rules/refund-words.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Unreachable } from '#lib/paint/screen-states.tsx'
import { useTransactions } from '#lib/query/account.ts'
import { Box, chakra, ownLine, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { loadingMark } from '#lib/paint/marks.ts'

/** On a phone the details are below: a year of lunches must not be in between. */
const firstShown = 6

/** My Transactions: what, how much, when, what paid, what was refunded, and links to the card, the order or the receipt (specification §2 *Account*). */
export function TransactionList() {
  const { transactions, failed, retry } = useTransactions()
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button disappears: focuses the first item that it has revealed.
  useLostFocus(all, () => list.current?.children[firstShown] as HTMLElement | undefined)
  const shown = all ? transactions : transactions?.slice(0, firstShown)
  return (
    <section aria-labelledby="transactions">
      <chakra.h2 id="transactions" fontSize="title" marginBottom="4">
        {t('My Transactions')}
      </chakra.h2>
      {shown && shown.length > 0 && (
        <chakra.ul ref={list} containerType="inline-size" borderTop="1px solid" borderColor="line">
          {shown.map((transaction, place) => (
            // A transaction has no unique field, so the position is the key; the list is replaced only as a whole.
            <Row key={place} transaction={transaction} />
          ))}
        </chakra.ul>
      )}
      {transactions && shown && transactions.length > shown.length && (
        <Box paddingTop="4">
          <Button
            look="second"
            onClick={() => setAll(true)}
          >{rich`SHOW ALL (${transactions.length})`}</Button>
        </Box>
      )}
      {transactions?.length === 0 && (
        <Text color="muted" fontSize="lead">
          {t(
            'Nothing yet. What you order, the gift cards you buy and what your cards pay for will show up here.',
          )}
        </Text>
      )}
      {!transactions &&
        (failed ? (
          <Unreachable failed={failed} what={t('Your list of transactions')} onRetry={retry} />
        ) : (
          <Placeholder />
        ))}
    </section>
  )
}

function Row({ transaction }: { transaction: Transaction }) {
  const { description, pretty_amount, payments = [], refunds = [], taken_back: taken } = transaction
  const back = [
    ...refunds.flatMap(({ parts }) => parts.map(partText)),
    ...(taken === undefined ? [] : [takenText(taken)]),
  ]
  const paidWith = payments.map(({ display_name }) => translateAnswer(display_name))
  return (
    <chakra.li
      tabIndex={-1}
      outline="none"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      columnGap="4"
      alignItems="center"
      paddingBlock="2"
      borderBottom="1px solid"
      borderColor="line"
    >
      <chakra.span css={ownLine}>{translateAnswer(description)}</chakra.span>
      <Text as="span" className="price" textAlign="end">
        {pretty_amount}
      </Text>
      <Text color="muted" fontSize="small" css={ownLine}>
        {[translateAnswer(transaction.pretty_date), ...paidWith].join(' · ')}
      </Text>
      <Ways transaction={transaction} />
      {back.map((text, place) => (
        <Text key={place} gridColumn="1 / -1" fontSize="small" paddingBottom="2">
          {text}
        </Text>
      ))}
    </chakra.li>
  )
}

/** Links to the card, the order and the receipt, where they exist. */
function Ways({ transaction }: { transaction: Transaction }) {
  const { description, card_id, ticket_order_id, receipt } = transaction
  const what = translateAnswer(description)
  const date = translateAnswer(transaction.pretty_date)
  const copy = useLocationCopy()
  const hasList = copy !== undefined && isLinkable(copy.location.settings, '/mycards')
  return (
    <Box
      display="flex"
      flexWrap="wrap"
      justifyContent="end"
      columnGap="4"
      minHeight="44px"
      fontSize="small"
      fontWeight={650}
    >
      {card_id && hasList && (
        <PathLink
          path={`/mycards/${encodeURIComponent(card_id)}/view`}
          className="row-link"
          aria-label={t`View card: ${what}, ${date}`}
        >
          {t('VIEW CARD')}
        </PathLink>
      )}
      {ticket_order_id && (
        <PathLink
          path={`/ticket/${encodeURIComponent(ticket_order_id)}`}
          className="row-link"
          aria-label={t`View order: ${what}, ${date}`}
        >
          {t('VIEW ORDER')}
        </PathLink>
      )}
      {receipt && (
        <PathLink path={receipt} className="row-link" aria-label={t`View receipt: ${what}, ${date}`}>
          {t('VIEW RECEIPT')}
        </PathLink>
      )}
    </Box>
  )
}

/** §2: five lines. */
function Placeholder() {
  return (
    <Box display="grid" gap="3" role="status" {...loadingMark}>
      <span className="visually-hidden">{t('Loading')}</span>
      {[92, 78, 86, 70, 82].map((width) => (
        <Box
          key={width}
          aria-hidden
          height="44px"
          width={`${width}%`}
          background="sunken"
          borderRadius="s"
          data-placeholder
        />
      ))}
    </Box>
  )
}
