import { t } from '#contract/language.ts'
import { escapeHtml } from '#contract/page-format.ts'
import { giftInks } from '#contract/rules/gift-design.ts'
import { directionOf, type PageLanguage } from '#contract/languages/all.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'

type CardEmail = {
  language: PageLanguage
  /** The restaurant's name. */
  name: string
  amount: string
  link: string
  design: GiftDesign
  /** The paragraphs above and below the card. */
  first: string
  last: readonly string[]
}

/**
 * The email with the card in it: its color, words and amount, as a table, which every mail program can draw. It loads nothing: a picture would reveal when the
 * email is opened.
 */
export function cardEmailHtml({ language, name, amount, link, design, first, last }: CardEmail): string {
  const { ground, motif, words, ink } = design
  const color = giftInks[ink]
  const serif = "Georgia,'Times New Roman',serif"
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="margin:0;padding:24px 12px;background:#f4f2ee;font:16px/1.5 Arial,sans-serif;color:#222">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;margin:0 auto"><tr><td>
${paragraph(first)}
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" bgcolor="${ground}" style="background:${ground};border-radius:16px;color:${color}">
<tr><td style="padding:28px 28px 56px;font:20px ${serif};color:${color}">${escapeHtml(name)}</td></tr>
<tr><td style="padding:0 28px"><div style="border-top:2px solid ${motif};width:56px;height:0;line-height:0">&nbsp;</div></td></tr>
<tr><td style="padding:12px 28px 4px;font:26px ${serif};color:${color}">${escapeHtml(words)}</td></tr>
<tr><td style="padding:0 28px 28px;font:bold 32px ${serif};color:${color}">${escapeHtml(amount)}</td></tr>
</table>
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;background:#1b1512;color:#fffdf8;text-decoration:none;border-radius:8px;font-weight:bold">${escapeHtml(t('Open your gift card'))}</a></p>
${last.map(paragraph).join('\n')}
</td></tr></table></body></html>`
}
