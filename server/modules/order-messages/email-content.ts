import { t } from '#contract/language.ts'
import { directionOf, type PageLanguage } from '#contract/languages/all.ts'
import { escapeHtml } from '#contract/page-format.ts'
import type { ThemeColours } from '#contract/schemas/location.ts'

/** A row: what, and how much or when; `note` is shown below, in small print. */
export type EmailFact = readonly [name: string, value: string, note?: string]

/** An email for both text and HTML, in one language. It loads nothing from anywhere. */
export type EmailContent = {
  language: PageLanguage
  heading: string
  paragraphs: readonly string[]
  facts: readonly EmailFact[]
  link?: { words: string; url: string }
  closing: string
  /** The signature. */
  from: string
}

/** The email as plain text. Called within its language (`inLanguage`). */
export const emailText = ({ heading, paragraphs, facts, link, closing, from }: EmailContent): string =>
  [
    heading,
    ...paragraphs,
    facts
      .map(([name, value, note = '']) => `${name}: ${value}${note === '' ? '' : `\n  ${note}`}`)
      .join('\n'),
    link ? `${link.words}: ${link.url}` : '',
    closing,
    t`Your ${from} team`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

/** The email as HTML, called within its language: one column that a phone shows without zooming, in the restaurant's light theme. */
export function emailHtml(
  { language, heading, paragraphs, facts, link, closing, from }: EmailContent,
  { ink, muted, surface, brand, brandInk, line }: ThemeColours,
): string {
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const row = ([name, value, note = '']: EmailFact): string =>
    `<tr><th scope="row" style="${cell(line)};color:${muted};font-weight:400">${escapeHtml(name)}${small(note)}</th>` +
    `<td style="${cell(line)}">${escapeHtml(value)}</td></tr>`
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>',
    `<body style="margin:0;padding:24px 16px;background:${surface};color:${ink};font:16px/1.5 sans-serif">`,
    '<div style="max-width:560px;margin:0 auto">',
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(paragraph),
    `<table style="width:100%;margin:0 0 20px;border-collapse:collapse">${facts.map(row).join('')}</table>`,
    ...(link
      ? [
          `<p style="margin:0 0 20px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:${brand};color:${brandInk}">${escapeHtml(link.words)}</a></p>`,
        ]
      : []),
    paragraph(closing),
    paragraph(t`Your ${from} team`),
    '</div></body></html>',
  ].join('\n')
}

const small = (note: string): string => (note === '' ? '' : `<br><small>${escapeHtml(note)}</small>`)

const cell = (line: string): string =>
  `padding:8px 0;padding-inline-end:12px;border-bottom:1px solid ${line};text-align:start;vertical-align:top`
