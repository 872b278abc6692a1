import { t } from '#contract/language.ts'
import { useEffect, useState } from 'react'

const stillWorkingMs = 10_000
const doNotCloseMs = 30_000

/** Says that a payment takes long (reliability N4): after 10 s that it is still running, after 30 s that the page must stay open. */
export function SlowPayment() {
  const [words, setWords] = useState('')
  useEffect(() => {
    const timers = [
      setTimeout(() => setWords(t('Still working on your payment…')), stillWorkingMs),
      setTimeout(
        () => setWords(t('This takes longer than it should. Please do not close this page.')),
        doNotCloseMs,
      ),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  return <p role="status">{words}</p>
}
