/** The ways to an account, which nobody comes back to after signing in: it would be a circle. */
const waysIn = ['/login', '/signup', '/forgotpassword', '/resetpassword', '/unlockaccount', '/resendunlock']

/** True for a screen on which somebody signs in or up, or finds their way back to doing so. The launch needs it, and no more of the way back. */
export const isWayIn = (pathname: string): boolean => waysIn.includes(pathname.replace(/\/+$/, ''))
