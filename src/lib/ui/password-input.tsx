import { t } from '#contract/language.ts'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextInput } from './field.tsx'
import styles from './password-input.module.css'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> & {
  /** A password manager needs to know which of the two it is. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown while it is typed. Pasting is allowed: password managers do it. */
export function PasswordInput({ className, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className={className === undefined ? styles.place : `${styles.place} ${className}`}>
      <TextInput
        {...props}
        className={`input ${styles.input}`}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={t('Show password')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden size={20} />
      </button>
    </div>
  )
}
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
