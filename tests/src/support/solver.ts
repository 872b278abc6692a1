/** A browser's worker for the human check that solves every challenge at once. */
export class Solver extends EventTarget {
  postMessage(): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { answer: 'a person' } })))
  }
  terminate(): void {}
}
