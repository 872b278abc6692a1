import type { Role } from '#contract/rules/roles.ts'

/** The roles as the staff call them. */
export const roleNames: Readonly<Record<Role, string>> = {
  member: 'Guest',
  kitchen: 'Kitchen',
  manager: 'Manager',
  owner: 'Owner',
}

/** A role by its name; one that a newer server knows is shown as it calls it. */
export const roleNameOf = (role: string): string =>
  Object.hasOwn(roleNames, role) ? roleNames[role as Role] : role
