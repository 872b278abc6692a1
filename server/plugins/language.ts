import type { FastifyInstance } from 'fastify'
import { type PageLanguage, pageLanguages } from '#contract/languages/all.ts'
import { findLanguage } from '#server/portal/find-language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of whoever asks: of a page by its headers, of a call by the language of the page that makes it (docs/decisions/056). */
    readonly language: PageLanguage
  }
}

/** Says of every request in which language its guest is served. */
export function addLanguage(app: FastifyInstance): void {
  app.decorateRequest('language', {
    getter() {
      return findLanguage(this.headers)
    },
  })
}

/** A language as a column keeps it: null is English. */
export const languageColumn = (language: PageLanguage): string | null => (language === 'en' ? null : language)

/** The language of a column; one that this server does not speak (any more) is English. */
export const languageOfColumn = (column: string | null): PageLanguage =>
  pageLanguages.find((language) => language === column) ?? 'en'
