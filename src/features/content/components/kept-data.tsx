import { plural, t } from '#contract/language.ts'
import { type FeatureName, isOn } from '#contract/rules/features.ts'
import { fixedRetention, retentionOf } from '#contract/rules/retention.ts'
import type { Location, Settings } from '#contract/schemas/location.ts'
import styles from './content.module.css'

/** Whether the restaurant's server states how long it keeps data: for any other system, nothing is promised in the restaurant's name. */
export const isKnown = ({ api_extensions, settings }: Location): boolean =>
  api_extensions?.includes('own_data') === true || settings['data_retention'] !== undefined

/** The features that are on now and store personal data. */
function usesOf(settings: Settings) {
  const some = (...names: FeatureName[]): boolean => names.some((name) => isOn(settings, name))
  return {
    food: some('onlineOrders'),
    cards: some('buyCard', 'reloadCard', 'sendCard', 'physicalCards'),
    accounts: some('myAccount'),
  }
}

/** How long the restaurant keeps personal data, from the same numbers that its server uses, and what stays of a deleted account. */
export function KeptData({ location }: { location: Location }) {
  const rows = listKept(location)
  const isOffered = usesOf(location.settings)
  const isNow = ({ of }: Kept): boolean => of === undefined || of.some((use) => isOffered[use])
  const before = rows.filter((row) => !isNow(row))
  return (
    <section className={styles.part} aria-labelledby="kept-data">
      <h2 id="kept-data">{t('What we keep, and for how long')}</h2>
      {/* Includes features that are off now: data from when they were on is kept as long. */}
      <p className={styles.text}>
        {t('Where you have ordered, bought a gift card or had an account here, now or before:')}
      </p>
      <KeptList rows={rows.filter(isNow)} />
      {before.length > 0 && (
        <>
          <p className={styles.text}>
            {t(
              'The following belongs to what this restaurant does not offer right now. If you used it before, it is kept this long:',
            )}
          </p>
          <KeptList rows={before} />
        </>
      )}
      <p className={styles.text}>
        {t(
          'After that, what was ordered and paid stays in our books, with no name, address, phone or email.',
        )}{' '}
        {t(
          'Where money is still to go back to you, or your bank is reviewing a payment, we keep them until that is settled.',
        )}
      </p>
      {location.api_extensions?.includes('own_data') && (
        <>
          <p className={styles.text}>
            {isOffered.accounts
              ? t(
                  'With an account, you can get everything we know about you as a file, and delete the account, under My account. These stay afterwards:',
                )
              : t('These stay after an account was deleted:')}
          </p>
          <ul className={styles.stays}>
            {listStays().map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const daysText = (days: number): string =>
  days > 0 && days % 365 === 0
    ? plural(days / 365, '{0} year', '{0} years')
    : plural(days, '{0} day', '{0} days')

type Use = keyof ReturnType<typeof usesOf>
type Kept = {
  what: string
  time: string
  /** The features it comes from; left out where it comes from all. */
  of?: readonly Use[]
}

const KeptList = ({ rows }: { rows: readonly Kept[] }) => (
  <dl className={styles.kept}>
    {rows.map(({ what, time }) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>{time}</dd>
      </div>
    ))}
  </dl>
)

function listKept({ settings }: Location): Kept[] {
  const own = retentionOf(settings)
  return [
    {
      of: ['food', 'cards'],
      what: t('Orders that were never placed'),
      time: daysText(own.unplaced_order_days),
    },
    {
      of: ['food'],
      what: t('Name, address, phone, email and car on orders for food'),
      time: daysText(own.order_contact_days),
    },
    {
      of: ['cards'],
      what: t('Names, addresses and messages on orders for gift cards'),
      time: daysText(own.gift_contact_days),
    },
    { of: ['accounts'], what: t('Account activity, without names'), time: daysText(own.trail_days) },
    {
      of: ['accounts'],
      what: t('Devices that were signed out, and links we mailed'),
      time: daysText(fixedRetention.sessionDays),
    },
    {
      of: ['accounts'],
      what: t('Where an account was used, as a code that identifies nobody'),
      time: daysText(fixedRetention.knownNetworkDays),
    },
    {
      what: t('Encrypted copies of answers, so that nothing is ordered or paid twice'),
      time: t`up to ${daysText(fixedRetention.paymentAnswerDays)}`,
    },
    {
      what: t('Counts against guessing and misuse, as codes that name nobody'),
      time: t`up to ${daysText(fixedRetention.signInFailureDays)}`,
    },
    { of: ['food'], what: t('Browsers that get updates on an order'), time: t('until the order is over') },
  ]
}

const listStays = (): string[] => [
  t(
    'Amounts, dishes and times of orders, the kind of card and its last four digits: the law asks for books.',
  ),
  t('Gift cards with their money, for whoever has the number.'),
  t('That a promo code was used, as a code made of your email and phone.'),
  t('What the card provider must keep of a payment; we delete the cards that you saved there.'),
  t(
    'Emails and texts that were sent: they are in your mailbox and on your phone, and we keep no copy. One last email says that the account is deleted.',
  ),
  t(
    'A gift that somebody sent to your phone, or that is still to be sent to your email, until its own time is over.',
  ),
  t(
    'An order for food or gift cards with your email that was placed without signing in and is still under way, or has money to go back, until that is over.',
  ),
  t('What you wrote to us with the contact form: it is in our mailbox.'),
  t('Backups of our database, until they are replaced.'),
]
