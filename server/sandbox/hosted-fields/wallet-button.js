/** The button of the test wallet, in a frame of its own as a wallet's real button is. */
{
  const button = document.getElementById('pay')
  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.type !== 'larder-sandbox-button' || !event.ports[0]) return
    const port = event.ports[0]
    document.documentElement.dataset.theme = event.data.theme === 'white' ? 'white' : 'black'
    button.addEventListener('click', () => port.postMessage({ type: 'click' }))
    // The page has heard of it: before that a press would be lost.
    port.onmessage = ({ data }) => {
      if (data.type === 'enable') button.disabled = false
    }
    port.postMessage({ type: 'ready' })
  })
}
