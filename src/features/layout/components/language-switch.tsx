import { useState } from 'react'
import { type Language, languages, locale, t } from '#contract/language.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import styles from './language-switch.module.css'

/** Each language's own name. */
const names: Record<Language, string> = { en: 'English', es: 'Español' }

/** Links to the portal's other languages, each under its own name. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const [state, setState] = useState<string>()
  const { load } = usePortal()
  const change = async (language: Language): Promise<void> => {
    setState('busy')
    const changed = await import('#lib/pwa/switch-language.ts').then(
      ({ switchLanguage }) => switchLanguage(language, async () => (await load()).session.isPaying()),
      () => false,
    )
    if (changed !== true) setState(changed || t('You’re offline. To change the language, connect once.'))
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
        {state !== 'busy' && state}
      </p>
    </div>
  )
}
