import { t } from '#contract/language.ts'
import { isAtLeast, isStaff } from '#contract/rules/roles.ts'

/** The pages of who works there, by role; none for anybody else. In no settings: whoever has the role finds them on every screen. */
export function listStaffEntries(role: string | undefined): { name: string; link: string }[] {
  if (role === undefined || !isStaff(role)) return []
  return [
    { name: t('KITCHEN'), link: '/kitchen' },
    // The kitchen's people have their own sign-in there, and nothing else.
    { name: isAtLeast(role, 'manager') ? t('ADMINISTRATION') : t('SIGN-IN SECURITY'), link: '/admin' },
  ]
}
