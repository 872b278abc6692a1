import type { ScreenPattern } from './screens.ts'

/** Screens of which a device keeps no view for its next launch (src/launch/keep-views.ts), with the reason. It keeps a view of every other screen. */
export const unkeptScreens: Partial<Record<ScreenPattern, string>> = {
  '/gift/$cardId': 'it shows the number of a card that belongs to whoever has the link',
  '/resetpassword': 'its address bears a code',
  '/unlockaccount': 'its address bears a code',
  '/mycards/counter': 'a script of its own draws the card first (decision 021)',
  '/admin': 'staff see what is the restaurant’s own',
  '/kitchen': 'staff see what is the restaurant’s own',
}
