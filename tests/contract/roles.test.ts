import { describe, expect, it } from 'vitest'
import { isAtLeast, isStaff, roles } from '#contract/rules/roles.ts'

describe('roles', () => {
  it('each role may do what the ones before it may, and nothing of the ones after it @RO-03', () => {
    const table = roles.map((role) => roles.filter((least) => isAtLeast(role, least)))
    expect(table).toEqual([
      ['member'],
      ['member', 'kitchen'],
      ['member', 'kitchen', 'manager'],
      ['member', 'kitchen', 'manager', 'owner'],
    ])
    expect(roles.filter(isStaff)).toEqual(['kitchen', 'manager', 'owner'])
  })

  it('an earlier administrator is an owner, and an unknown role has no permissions', () => {
    expect(isAtLeast('administrator', 'owner')).toBe(true)
    expect(isAtLeast('', 'member')).toBe(false)
    expect(isStaff('chef')).toBe(false)
  })
})
