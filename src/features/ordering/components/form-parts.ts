/** What a dish's form needs only after something was chosen or refused. One chunk, prefetched, so that nothing is missing if the signal is lost. */

export { FormNotes } from './form-notes.tsx'
export { PaidOrder } from './paid-order.tsx'
export { Outcome } from './outcome.tsx'
export { DietNote } from './diet-note.tsx'
