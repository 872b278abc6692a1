import type { ScreenPattern } from './screens.ts'

/**
 * Where each screen that is somebody's own leads on a device that stores nothing yet: members' screens to the sign-in, those of an order or a cart to where one
 * begins (specification §2, route table). A first visit there begins with a view of it. `e2e/flows/first-screen.spec.ts` opens them on such a device.
 */
export const newDeviceScreens: Partial<Record<ScreenPattern, '/' | '/login' | '/order' | '/physicalcards'>> =
  {
    '/mycards': '/login',
    '/mycards/counter': '/login',
    '/mycards/import': '/login',
    '/mycards/$cardId/view': '/login',
    '/mycards/$cardId/import': '/login',
    '/mycards/$type/$cardId': '/login',
    '/mycards/pass/$cardId': '/login',
    '/mycards/sent': '/login',
    '/tickethistory': '/login',
    '/account': '/login',
    '/admin': '/login',
    '/ordercart': '/',
    '/ordercheckout': '/',
    '/ordersubmit': '/order',
    '/cart': '/physicalcards',
    '/checkout': '/physicalcards',
  }
