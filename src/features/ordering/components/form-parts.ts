/** What a dish's form needs once something was chosen or refused, in one file that is fetched ahead: none of it may be missing when the signal goes. */

export { FormNotes } from './form-notes.tsx'
export { PaidOrder } from './paid-order.tsx'
export { SavedDialog } from './saved-dialog.tsx'
export { DietNote } from './diet-note.tsx'
