/** The code of a sign-in that is refused because another member has signed in meanwhile and would lose something. */
export const signedInMeanwhile = 'signed_in_meanwhile'
