/** Who may do what at a location (specification §6, decision 061). Each role may do all that those before it may. */
export const roles = ['member', 'kitchen', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

/** The roles of staff. Before there were several, an owner was called administrator. */
export const staffRoles = ['kitchen', 'manager', 'owner'] as const satisfies readonly Role[]
export type StaffRole = (typeof staffRoles)[number]

/** Devices may still hold a copy of a user with `administrator`. */
const nameToday = (role: string): string => (role === 'administrator' ? 'owner' : role)

/** True for a role that includes `least`. An unknown role includes nothing. */
export const isAtLeast = (role: string, least: Role): boolean =>
  roles.findIndex((one) => one === nameToday(role)) >= roles.indexOf(least)

/** True for staff. */
export const isStaff = (role: string): boolean => isAtLeast(role, 'kitchen')
