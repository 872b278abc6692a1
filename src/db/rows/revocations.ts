/** A session that ended on this device and still has to be ended on the server. It holds nothing that says whose it was. */
export type RevocationRow = { revocationId: string }
