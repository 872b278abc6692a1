/** @import { Mutant } from './mutants.d.mts' */

/** The run and the plugin are loaded by two loaders, each with modules of its own: what they share is the process. */
const key = Symbol.for('larder.mutant-in-force')

/** The mutant that is built now. @returns {(Mutant & { isBuilt?: boolean }) | undefined} */
export const mutantInForce = () => globalThis[key]

/** @param {(Mutant & { isBuilt?: boolean }) | undefined} mutant */
export const putInForce = (mutant) => {
  globalThis[key] = mutant
}
