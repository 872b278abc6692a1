/** The screens for getting into an account: returning to them after signing in would be a loop. */
const waysIn = ['/login', '/signup', '/forgotpassword', '/resetpassword', '/unlockaccount', '/resendunlock']

/** True for a screen on which somebody signs in or up, or recovers access. The launch needs only this part. */
export const isWayIn = (pathname: string): boolean => waysIn.includes(pathname.replace(/\/+$/, ''))
