import { useState } from 'react'
import { type Language, languages, locale, t } from '#contract/language.ts'
import styles from './language-switch.module.css'

/** How each language calls itself. */
const names: Record<Language, string> = { en: 'English', es: 'Español' }

/** The way to the portal's other languages, each called as it calls itself. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const change = async (language: Language): Promise<void> => {
    setState('busy')
    const changed = await import('#lib/pwa/switch-language.ts').then(
      ({ switchLanguage }) => switchLanguage(language),
      () => false,
    )
    if (!changed) setState('failed')
  }
  return (
    <div className={`${styles.place} ${className}`}>
      {languages
        .filter((language) => !locale().startsWith(language))
        .map((language) => (
          <button
            key={language}
            type="button"
            lang={state === 'busy' ? undefined : language}
            className={styles.button}
            disabled={state === 'busy'}
            onClick={() => void change(language)}
          >
            {state === 'busy' ? t('One moment…') : names[language]}
          </button>
        ))}
      <p role="status" className={styles.said}>
        {state === 'failed' && t('You’re offline. To change the language, connect once.')}
      </p>
    </div>
  )
}
