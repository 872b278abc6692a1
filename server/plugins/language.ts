import type { FastifyInstance } from 'fastify'
import { type PageLanguage, pageLanguages } from '#contract/languages/all.ts'
import { findLanguage } from '#server/portal/find-language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's language: for a page from its headers, for a call from the page that makes it (docs/decisions/056). */
    readonly language: PageLanguage
  }
}

/** Sets every request's language. */
export function addLanguage(app: FastifyInstance): void {
  app.decorateRequest('language', {
    getter() {
      return findLanguage(this.headers)
    },
  })
}

/** A language as a column stores it: null is English. */
export const languageColumn = (language: PageLanguage): string | null => (language === 'en' ? null : language)

/** The language in a column; one that this server does not support (anymore) is English. */
export const languageOfColumn = (column: string | null): PageLanguage =>
  pageLanguages.find((language) => language === column) ?? 'en'
