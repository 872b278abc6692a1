import { t } from '#contract/language.ts'
import { isAtLeast, isStaff } from '#contract/rules/roles.ts'

/** The staff pages for a role; none for anybody else. No setting lists them: staff find them on every screen. */
export function listStaffEntries(role: string | undefined): { name: string; link: string }[] {
  if (role === undefined || !isStaff(role)) return []
  return [
    { name: t('KITCHEN'), link: '/kitchen' },
    // Kitchen staff have only their own sign-in security there.
    { name: isAtLeast(role, 'manager') ? t('ADMINISTRATION') : t('SIGN-IN SECURITY'), link: '/admin' },
  ]
}
