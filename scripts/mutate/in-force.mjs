/** @import { Mutant } from './mutants.d.mts' */

/** The run and the plugin are loaded by two module loaders, so they share this through the process-wide global object. */
const key = Symbol.for('larder.mutant-in-force')

/** The mutant being built now. @returns {(Mutant & { isBuilt?: boolean }) | undefined} */
export const mutantInForce = () => globalThis[key]

/** @param {(Mutant & { isBuilt?: boolean }) | undefined} mutant */
export const putInForce = (mutant) => {
  globalThis[key] = mutant
}
