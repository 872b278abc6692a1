import type { RewardProgram } from '#server/merchants/document.ts'
import { centsOf, type LocationFile } from './file-schemas.ts'
import type { SourceFile } from './source-file.ts'

/** What points turn into, from a location's file. */

export const rewardProgramOf = ({
  reward_program: written,
}: LocationFile): { rewardProgram?: RewardProgram } =>
  written
    ? {
        rewardProgram: {
          points: written.points,
          name: written.name,
          amountCents: centsOf(written.amount),
          days: written.days,
        },
      }
    : {}

/** Where guests are promised rewards, there must be one to get. */
export function reportRewards({ settings, reward_program: program }: LocationFile, source: SourceFile): void {
  if (settings.rewards?.enable === true && !program)
    source.report(['reward_program'], 'is missing, but settings.rewards is on')
  if (program && centsOf(program.amount) === 0)
    source.report(['reward_program', 'amount'], 'must be 0.01 or more')
}
