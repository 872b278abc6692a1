import type { Role } from '#contract/rules/roles.ts'

/** The roles' names for the staff. */
export const roleNames: Readonly<Record<Role, string>> = {
  member: 'Guest',
  kitchen: 'Kitchen',
  manager: 'Manager',
  owner: 'Owner',
}

/** A role's name; one from a newer server is shown as is. */
export const roleNameOf = (role: string): string =>
  Object.hasOwn(roleNames, role) ? roleNames[role as Role] : role
