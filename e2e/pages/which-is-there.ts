import { expect, type Locator } from '@playwright/test'

/** Waits for one of the states that a page may come to, and says which. Fails when none appears, or when two stay at the same time. */
export async function whichIsThere<Name extends string>(
  states: Readonly<Record<Name, Locator>>,
): Promise<Name> {
  let shown: Name[] = []
  const look = async (): Promise<Name[]> => {
    shown = []
    for (const name of Object.keys(states) as Name[]) if (await states[name].isVisible()) shown.push(name)
    return shown
  }
  await expect.poll(look, { message: Object.keys(states).join(' or ') }).toHaveLength(1)
  return shown[0]!
}
