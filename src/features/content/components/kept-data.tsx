import { plural, t } from '#contract/language.ts'
import { type FeatureName, isOn } from '#contract/rules/features.ts'
import { fixedRetention, retentionOf } from '#contract/rules/retention.ts'
import type { Location, Settings } from '#contract/schemas/location.ts'
import styles from './content.module.css'

/** Whether the restaurant's server says how long it keeps what: of any other system nothing is promised in the restaurant's name. */
export const isKnown = ({ api_extensions, settings }: Location): boolean =>
  api_extensions?.includes('own_data') === true || settings['data_retention'] !== undefined

/** What people can do here, that leaves something of theirs: what nobody can do is not said to be kept (decision 062). */
function usesOf(settings: Settings): { food: boolean; cards: boolean; accounts: boolean; promos: boolean } {
  const on = (...names: FeatureName[]): boolean => names.some((name) => isOn(settings, name))
  return {
    food: on('onlineOrders'),
    cards: on('buyCard', 'reloadCard', 'sendCard', 'physicalCards'),
    accounts: on('myAccount'),
    promos: on('promoCodes'),
  }
}

/** How long the restaurant keeps what it knows of people, by the very numbers that its server forgets by, and what stays of an account that was deleted. */
export function KeptData({ location }: { location: Location }) {
  const { food, cards, accounts } = usesOf(location.settings)
  return (
    <section className={styles.part} aria-labelledby="kept-data">
      <h2 id="kept-data">{t('What we keep, and for how long')}</h2>
      <dl className={styles.kept}>
        {listKept(location).map(([what, time]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{time}</dd>
          </div>
        ))}
      </dl>
      {(food || cards) && (
        <p className={styles.text}>
          {t(
            'After that, what was ordered and paid stays in our books, with no name, address, phone or email.',
          )}{' '}
          {t(
            'Where money is still to go back to you, or your bank is reviewing a payment, we keep them until that is settled.',
          )}
        </p>
      )}
      {accounts && location.api_extensions?.includes('own_data') && (
        <>
          <p className={styles.text}>
            {t(
              'With an account, you can get everything we know about you as a file, and delete the account, under My account. These stay afterwards:',
            )}
          </p>
          <ul className={styles.stays}>
            {listStays(location.settings).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const time = (days: number): string =>
  days > 0 && days % 365 === 0
    ? plural(days / 365, '{0} year', '{0} years')
    : plural(days, '{0} day', '{0} days')

function listKept({ settings }: Location): [string, string][] {
  const own = retentionOf(settings)
  const { food, cards, accounts } = usesOf(settings)
  const rows: [isKept: boolean, what: string, time: string][] = [
    [food || cards, t('Orders that were never placed'), time(own.unplaced_order_days)],
    [food, t('Name, address, phone, email and car on orders for food'), time(own.order_contact_days)],
    [cards, t('Names, addresses and messages on orders for gift cards'), time(own.gift_contact_days)],
    [accounts, t('Account activity, without names'), time(own.trail_days)],
    [accounts, t('Devices that were signed out, and links we mailed'), time(fixedRetention.sessionDays)],
    [
      accounts,
      t('Where an account was used, as a code that identifies nobody'),
      time(fixedRetention.knownNetworkDays),
    ],
    [
      food || cards || accounts,
      t('Encrypted copies of answers, so that nothing is ordered or paid twice'),
      t`up to ${time(fixedRetention.paymentAnswerDays)}`,
    ],
    // Counted on every page, whatever is on.
    [
      true,
      t('Counts against guessing and misuse, as codes that name nobody'),
      t`up to ${time(fixedRetention.signInFailureDays)}`,
    ],
    [food, t('Browsers that get updates on an order'), t('until the order is over')],
  ]
  return rows.flatMap(([isKept, what, long]): [string, string][] => (isKept ? [[what, long]] : []))
}

function listStays(settings: Settings): string[] {
  const { food, cards, promos } = usesOf(settings)
  const rows: [stays: boolean, what: string][] = [
    [
      food || cards,
      t(
        'Amounts, dishes and times of orders, the kind of card and its last four digits: the law asks for books.',
      ),
    ],
    [cards, t('Gift cards with their money, for whoever has the number.')],
    [promos, t('That a promo code was used, as a code made of your email and phone.')],
    [
      food || cards,
      t('What the card provider must keep of a payment; we delete the cards that you saved there.'),
    ],
    [
      true,
      t(
        'Emails and texts that were sent: they are in your mailbox and on your phone, and we keep no copy. One last email says that the account is deleted.',
      ),
    ],
    [
      cards,
      t(
        'A gift that somebody sent to your phone, or that is still to be sent to your email, until its own time is over.',
      ),
    ],
    [
      food || cards,
      t(
        'An order for food or gift cards with your email that was placed without signing in and is still under way, or has money to go back, until that is over.',
      ),
    ],
    [isOn(settings, 'feedback'), t('What you wrote to us with the contact form: it is in our mailbox.')],
    [true, t('Backups of our database, until they are replaced.')],
  ]
  return rows.flatMap(([stays, what]) => (stays ? [what] : []))
}
