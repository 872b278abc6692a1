import type { Transaction } from '#server/db/database.ts'
import { saveLanguage } from './repository.ts'
import { isPlaced, type Ticket, type TicketAt } from './ticket.ts'

/**
 * A locked ticket with the language of whoever changes it (docs/decisions/056). A placed one keeps its language: nobody with the order's link can change what
 * its guest reads.
 */
export function servedIn(tx: Transaction, ticket: Ticket, { language }: TicketAt): Ticket {
  if (language === undefined || ticket.language === language || isPlaced(ticket)) return ticket
  saveLanguage(tx, ticket.locationId, ticket.id, language)
  return { ...ticket, language }
}
