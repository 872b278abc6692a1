/** What to do about what is offered and nobody can have (remedies.ts). */
export const offerRemedies: readonly [RegExp, string][] = [
  [
    /^has only dishes that are sold out/,
    'take "available": false away at what there is, or move the file out of menus: guests can have nothing of it',
  ],
  [
    /^is never while orders are taken/,
    'give the menu hours within those, or take orders when it is served; guests can never order from it',
  ],
  [
    /^has no way to order/,
    'switch "online_order" on in "welcome_box", or add { "name": "ORDER ONLINE", "link": "/order" } to "navigation_menu"',
  ],
  [
    /^is (on|for members alone), and nobody can sign up/,
    'switch settings.my_account on, or this off: only members have it',
  ],
  [
    /^lets nobody buy a gift card/,
    'write what a guest and a member may spend on gift cards in a day, or switch their sale off in settings.cards',
  ],
  [
    /^is more than anybody may spend on gift cards/,
    'raise "guest" or "member" in gift_card_limits, or sell this kind for less',
  ],
  [/^is for what is not sold here/, 'take the code out, or switch on what it is for'],
]
