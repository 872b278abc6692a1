/** Who may do what at a location (specification §6, decision 061). Each role may do all that those before it may. */
export const roles = ['member', 'kitchen', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

/** The roles of who works there. An owner of today was called administrator before there were others. */
export const staffRoles = ['kitchen', 'manager', 'owner'] as const satisfies readonly Role[]
export type StaffRole = (typeof staffRoles)[number]

/** `administrator` stands in copies that a device has kept of a person. */
const nameToday = (role: string): string => (role === 'administrator' ? 'owner' : role)

/** True for a role that may do what `least` may. What is no role of ours may do nothing. */
export const isAtLeast = (role: string, least: Role): boolean =>
  roles.findIndex((one) => one === nameToday(role)) >= roles.indexOf(least)

/** True for who works there. */
export const isStaff = (role: string): boolean => isAtLeast(role, 'kitchen')
