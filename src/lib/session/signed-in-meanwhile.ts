/** The code of a sign-in that is refused because another member is signed in by then and would lose something by it. */
export const signedInMeanwhile = 'signed_in_meanwhile'
