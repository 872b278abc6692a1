import type { Role } from '#contract/rules/roles.ts'

/** The roles as the staff call them. */
export const roleNames: Readonly<Record<Role, string>> = {
  member: 'Guest',
  kitchen: 'Kitchen',
  manager: 'Manager',
  owner: 'Owner',
}
