/** A session that ended on this device and is still to be ended on the server. Nothing else: it says nothing about whose it was. */
export type RevocationRow = { revocationId: string }
