/** A screen that failed to render (specification §2): what happened, and a way on. The order is on the device and stays. */
export function BrokenScreen({ error }: { error: Error }) {
  return (
    <div className="container" style={{ paddingBlock: 64, display: 'grid', gap: 16, justifyItems: 'start' }} role="alert">
      <h1>There was an error in loading this page.</h1>
      <p>Your order is kept on this device.</p>
      <a href="" className="button button--solid">
        Reload this page
      </a>
      <a href="/" className="button button--quiet">
        Go to the home page
      </a>
      <details>
        <summary>Error details</summary>
        <pre style={{ whiteSpace: 'pre-wrap' }}>{error.message}</pre>
      </details>
    </div>
  )
}
