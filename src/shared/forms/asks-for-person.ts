/** A call is to be shown first that a person makes it (extension `human_verification`): nothing went wrong, so no error is said and no reference given. */
export const asksForPerson = ({ code }: { code?: string | undefined }): boolean =>
  code === 'verification_required'
