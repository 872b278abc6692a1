import type * as z from 'zod/mini'
import { type FeatureName, features, isOn } from '#contract/rules/features.ts'
import { Settings } from '#contract/schemas/location.ts'

/** Every switch of a location's settings, read from the schema, so that a new switch needs no line here. */

type Node = { type: string; shape?: Record<string, z.ZodMiniType>; innerType?: z.ZodMiniType }

/** The paths of an object schema's booleans (`meals.online_orders.enable`). Lists contain no switches. */
export function listBooleans(schema: z.ZodMiniType, path = ''): string[] {
  const { type, shape, innerType } = schema._zod.def as Node
  if (type === 'boolean') return [path]
  if (innerType) return listBooleans(innerType, path)
  return Object.entries(shape ?? {}).flatMap(([name, inner]) =>
    listBooleans(inner, path === '' ? name : `${path}.${name}`),
  )
}

/** The paths of all switches. */
export const allSwitches: readonly string[] = listBooleans(Settings)

/** Settings with every switch on except those named. Everything else in `base` is kept. */
export function settingsWithout(
  off: readonly string[],
  base: Settings = { consumer_application_settings: {} },
): Settings {
  const settings = structuredClone(base)
  for (const path of allSwitches) setIn(settings, path.split('.'), !off.includes(path))
  return settings
}

function setIn(target: Record<string, unknown>, [name, ...rest]: string[], value: boolean): void {
  if (name === undefined) return
  if (rest.length === 0) target[name] = value
  else setIn((target[name] ??= {}) as Record<string, unknown>, rest, value)
}

export const featureNames = Object.keys(features) as FeatureName[]

/**
 * The switches that a feature depends on: with `others` off the feature is there, and with this one off too it is gone. Where either of two switches is enough
 * (a page to read for either kind of menu), the other is in `others`.
 */
export function listGoverning(feature: FeatureName): { name: string; others: readonly string[] }[] {
  return allSwitches.flatMap((name) => {
    const bases = [[], ...allSwitches.filter((other) => other !== name).map((other) => [other])]
    const others = bases.find(
      (base) => isOn(settingsWithout(base), feature) && !isOn(settingsWithout([...base, name]), feature),
    )
    return others === undefined ? [] : [{ name, others }]
  })
}
