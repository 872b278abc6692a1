import { t } from '#contract/language.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Faq } from '#contract/schemas/content.ts'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import styles from './content.module.css'

/** Questions and their answers; one is open at a time (RA-02). */
export function Faqs({ faqs }: { faqs: readonly Faq[] }) {
  const [open, setOpen] = useState<number>()
  return (
    <section aria-labelledby="faqs" className={styles.part}>
      <h2 id="faqs">{t('Questions people ask')}</h2>
      <ul className={styles.faqs}>
        {faqs.map((faq, place) => (
          <li key={`${place} ${faq.question}`}>
            <Entry
              faq={faq}
              open={open === place}
              onToggle={() => setOpen(open === place ? undefined : place)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ faq, open, onToggle }: { faq: Faq; open: boolean; onToggle: () => void }) {
  const answer = useId()
  return (
    <>
      <h3 className={styles.question}>
        <button type="button" aria-expanded={open} aria-controls={answer} onClick={onToggle}>
          {faq.question}
          <ChevronDown aria-hidden size={20} />
        </button>
      </h3>
      <div id={answer} hidden={!open} className={styles.answer}>
        <MerchantHtml html={faq.answer} />
      </div>
    </>
  )
}
