/** Tells password managers whose password is asked for, in a form that does not ask for the email address. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input
    className="visually-hidden"
    type="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden
  />
)
