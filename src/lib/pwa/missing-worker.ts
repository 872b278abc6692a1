/** The part of a browser that the check needs. */
type WorkerFilePorts = {
  fetch(url: string): Promise<{ status: number; contentType: string }>
  wait(ms: number): Promise<void>
}

const secondLookMs = 5000

/**
 * True when the worker's file is certainly gone from the server (specification §2; reliability H6): 404 or 410 with something that is not a page, twice with a
 * pause. No signal, a captive portal, a failing server and a server that answers every address with a page look similar but do not count.
 */
export async function isWorkerFileGone({ fetch, wait }: WorkerFilePorts): Promise<boolean> {
  const isGone = async (look: string): Promise<boolean> => {
    try {
      const { status, contentType } = await fetch(`/service-worker.js?look=${look}`)
      return (status === 404 || status === 410) && !contentType.includes('html')
    } catch {
      return false // No answer says nothing about the file.
    }
  }
  if (!(await isGone('first'))) return false
  await wait(secondLookMs)
  return await isGone('second')
}
