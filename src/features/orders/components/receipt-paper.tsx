import { t, translateAnswer, translateName } from '#contract/language.ts'
import { allergenText } from '#contract/rules/allergen-words.ts'
import { giftCardsCheck, type Receipt, servedByNobody } from '#contract/schemas/receipt.ts'
import { isOwnPath, PathLink } from '#lib/paint/path-link.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { useNow } from '#lib/time/use-now.ts'
import { type ShownTax, TaxParts } from '#shared/forms/tax-parts.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { isNothing, listMoneyRows } from '../receipts.ts'
import styles from './receipt-paper.module.css'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/**
 * A receipt with all its fields (specification §3 *Receipt*), also for print, in the language of the page. The restaurant's own words, such as dishes, stay as
 * written.
 */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  // Dish names stay as the restaurant wrote them; the lines of a gift card's receipt are partly the portal's own text.
  const ofCards = receipt.check_name === giftCardsCheck
  const nameOf = ({ name }: { name: string }): string => (ofCards ? translateName(name) : name)
  return (
    <article className={styles.paper} aria-label={t('Receipt')} data-receipt>
      <Restaurant receipt={receipt} />
      <Check receipt={receipt} />
      <ul className={styles.rows} aria-label={t('Items')}>
        {receipt.items.map((item, place) => (
          // A receipt does not change, and its lines have no ids.
          <li
            key={place}
            className={item.type === 'modifier' ? `${styles.row} ${styles.modifier}` : styles.row}
          >
            <span>
              {item.type === 'modifier' ? <bdi>{item.name}</bdi> : `${item.quantity} × ${nameOf(item)}`}
              {allergenText(item.allergens) !== '' && (
                <small className={styles.allergens}>{allergenText(item.allergens)}</small>
              )}
            </span>
            {!isNothing(item.price) && <span className="price">{item.price}</span>}
          </li>
        ))}
      </ul>
      <dl className={styles.rows} aria-label={t('Totals')}>
        {listMoneyRows(receipt).map(({ isTotal, ...row }) => (
          <Row key={row.name} {...row} strong={isTotal} />
        ))}
      </dl>
      {receipt.payments.some((payment) => !isNothing(payment.payment_amount)) && (
        <dl className={styles.rows} aria-label={t('Payments')}>
          {receipt.payments.map(
            ({ payment_type, payment_amount }, place) =>
              !isNothing(payment_amount) && (
                <Row key={place} name={translateAnswer(payment_type)} text={payment_amount} />
              ),
          )}
        </dl>
      )}
      {receipt.refunds && (
        <dl className={styles.rows} aria-label={t('Money back')}>
          {receipt.refunds.map((refund, place) => (
            <Row key={place} name={refundName(refund)} text={`-${refund.refund_amount}`} />
          ))}
        </dl>
      )}
      <Foot receipt={receipt} />
    </article>
  )
}

type ReceiptRefund = NonNullable<Receipt['refunds']>[number]

/** Where a refund went and when: banks take days to show it. A new tender without a row does not compile. */
const refundNames: Record<ReceiptRefund['tender_type'], (to: string, at: string) => string> = {
  card: (to, at) => t`Back on ${to}, ${at}`,
  credit_card: (to, at) => t`Back to ${to}, ${at}; allow 5–10 business days`,
}

function refundName(refund: ReceiptRefund): string {
  const to = translateAnswer(refund.refund_type)
  const at = translateAnswer(refund.refund_date)
  if (refund.by_hand) return t('Paid back another way')
  if (refund.dispute === 'lost') return t('Taken back by your bank')
  if (refund.dispute === 'open') return t('With your bank, which decides where it goes')
  if (refund.card_void) return t`Back on ${to}, which is no longer valid, ${at}`
  return refundNames[refund.tender_type](to, at)
}

function Restaurant({ receipt }: { receipt: Receipt }) {
  const city = [
    receipt.location_city,
    [receipt.location_state, receipt.location_zip].filter((part) => part !== '').join(' '),
  ]
  return (
    <header className={styles.head}>
      {receipt.location_image_url !== '' && (
        <img className={styles.picture} src={receipt.location_image_url} alt="" width={72} height={72} />
      )}
      <h2>{receipt.location_name}</h2>
      <Line text={receipt.location_address1} />
      <Line text={receipt.location_address2} />
      <Line text={city.filter((part) => part !== '').join(', ')} />
      {receipt.location_phone !== '' && <p>{wholePhones(receipt.location_phone)}</p>}
      {receipt.message !== '' && <p>{wholePhones(translateAnswer(receipt.message))}</p>}
    </header>
  )
}

/** A line of the address, in its own direction in any language: 412 West 22nd Street. */
function Line({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p>
      <bdi>{text}</bdi>
    </p>
  )
}

function Check({ receipt }: { receipt: Receipt }) {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  const label = zone === undefined || now === undefined ? '' : zoneLabel(zone, now)
  const rows = [
    {
      name: t('Date'),
      text: receipt.created_date === '' ? '' : `${translateAnswer(receipt.created_date)}${label}`,
    },
    { name: t('Number'), text: receipt.check_number },
    { name: t('Order'), text: translateAnswer(receipt.check_name) },
    { name: t('Served by'), text: receipt.server_name === servedByNobody ? '' : receipt.server_name },
    { name: t('For'), text: receipt.full_name },
    { name: t('When'), text: receipt.ready_at ? `${translateAnswer(receipt.ready_at)}${label}` : '' },
    { name: t('Where to'), text: receipt.recipient_address ?? '' },
  ].filter(({ text }) => text !== '')
  return (
    <div className={styles.rows}>
      <dl>
        {rows.map(({ name, text }) => (
          <div key={name} className={`${styles.row} ${styles.fact}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {receipt.check_link !== '' && (
        <p>
          <SafeLink address={receipt.check_link}>{t('View the order')}</SafeLink>
        </p>
      )}
    </div>
  )
}

function Foot({ receipt }: { receipt: Receipt }) {
  return (
    <footer className={styles.foot}>
      {receipt.location_promotion_text !== '' && <MerchantHtml html={receipt.location_promotion_text} />}
      {receipt.support_footer !== '' && <p>{wholePhones(translateAnswer(receipt.support_footer))}</p>}
      {receipt.location_url !== '' && (
        <p>
          <SafeLink address={receipt.location_url}>
            {receipt.location_url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
          </SafeLink>
        </p>
      )}
    </footer>
  )
}

/** A link from the restaurant: a path of this portal, or a web page. Anything else is rendered as text. */
function SafeLink({ address, children }: { address: string; children: string }) {
  if (isOwnPath(address)) {
    return (
      <PathLink path={address} className="row-link">
        {children}
      </PathLink>
    )
  }
  if (!/^https?:\/\//i.test(address)) return <span>{children}</span>
  return (
    <a href={address} className="row-link" rel="noreferrer">
      {children}
    </a>
  )
}

type RowProps = {
  name: string
  text: string
  taxes?: readonly ShownTax[] | undefined
  strong?: boolean | undefined
}

const Row = ({ name, text, taxes = [], strong = false }: RowProps) => (
  <div className={strong ? `${styles.row} ${styles.total}` : styles.row}>
    <dt>{name}</dt>
    <dd className="price">{text}</dd>
    <TaxParts taxes={taxes} />
  </div>
)
