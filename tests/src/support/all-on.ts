import type { Settings } from '#contract/schemas/location.ts'

/** Every switch of a restaurant, on. */
export const allOn: Omit<Settings, 'consumer_application_settings'> = {
  home: { show_rewards: true, show_announcements: true, show_home_button: false },
  cards: {
    digital: {
      enable: true,
      send_card_by_text: true,
      wallet_passes: true,
      send_card_by_email: true,
      card_management: { buy_card: true, import_card: true, reload_card: true },
    },
    physical: { enable: true, send_card_by_mail: true, check_card_balance: true },
  },
  meals: {
    online_orders: { enable: true },
    read_only_menu: { enable: true },
    inhouse_orders: { enable: true },
    ticket_history: { enable: true },
  },
  read_only_menu_non_pos: { enable: true },
  rewards: { enable: true },
  my_gifts: { enable: true },
  my_account: { enable: true },
  about: { enable: true },
  catering: { enable: true },
  gallery: { enable: true },
  feedback: { enable: true },
  location_hours: { enable_for_online_order: true },
  promo_codes: { enable: true },
}
