/** A line of the log. Its fields are an allow-list by type: no bodies, no URLs with ids in them, no tokens, no card data. */
export type LogLine = {
  level: 'info' | 'warn' | 'error'
  event:
    | 'request_failed'
    | 'payment_unknown'
    | 'payment_key_refused'
    | 'payment_refused'
    | 'refund_unknown'
    | 'refund_disputed'
    | 'payment_stray'
    | 'provider_event_refused'
    | 'provider_event_failed'
    | 'provider_events_failed'
    | 'books_differ'
    | 'reconciling_failed'
    | 'settling_failed'
    | 'housekeeping_failed'
    | 'merchants_failed'
    | 'merchant_switched_off'
    | 'host_removed'
    | 'leases_failed'
    | 'leases_freed'
    | 'order_message_dropped'
    | 'order_message_failed'
    | 'database_away'
    | 'database_back'
    | 'disk_low'
    | 'disk_ok'
    | 'upkeep_failed'
    | 'mail_failed'
    | 'mail_dropped'
    | 'delivery_failed'
    | 'delivery_given_up'
    | 'kitchen_failed'
    | 'order_events_failed'
    | 'places_failed'
    | 'proxy_not_trusted'
    | 'card_guessing'
    | 'payment_page_changed'
    | 'started'
    | 'stopped'
  requestId?: string
  method?: string
  /** The pattern of the route, never the requested URL. */
  route?: string
  error?: string
  detail?: string
}

export type Log = (line: LogLine) => void

/** The log of a running server: one JSON object per line on stderr. */
export const stderrLog: Log = (line) => void process.stderr.write(`${JSON.stringify(line)}\n`)

/**
 * How a log describes an error: by its name, with the code of the system or of a mail server where it has one: `Error ESOCKET`, `Error EAUTH 535`. Never by its
 * message, which may contain private data.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { name, code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  return [
    name,
    ...(typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code) ? [code] : []),
    ...(Number.isInteger(responseCode) ? [String(responseCode)] : []),
  ].join(' ')
}
