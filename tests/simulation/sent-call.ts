/** What may happen to one call on its way. */
export const netFaults = [
  'cut-before',
  'cut-after',
  'mid-body',
  'half-json',
  'captive-portal',
  'captive-after',
  'failed-before',
  'failed-after',
  'busy',
  'maintenance',
  'duplicate',
  'slow-there',
  'slow-back',
] as const
export type NetFault = (typeof netFaults)[number]

type SentAnswer = { status: number; text: string; replayed: boolean; order: number }

/** A call that left a device, and everything that the server answered to it, whether or not the device received it. */
export type SentCall = {
  /** The name of the tab or worker that sent it. */
  by: string
  atMs: number
  method: string
  path: string
  key: string | undefined
  token: string | undefined
  body: string | undefined
  /** Its place in the order of everything sent and answered. */
  order: number
  answers: SentAnswer[]
  fault: NetFault | undefined
}
