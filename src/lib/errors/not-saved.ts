import { t } from '#contract/language.ts'

/** Shown when the device's store did not take a change. */
export const notSavedText = (): string =>
  t('This couldn’t be saved on this device. Free some space and try again.')
