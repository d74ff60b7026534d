import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import * as repository from './repository'

/** Hours that are asked for now, by the parameters. */
export async function wantedNow({ settings }: Pick<Platform, 'settings'>): Promise<repository.Wanted> {
  const [years, independent, secretary, affairs, director] = await Promise.all([
    settings.parameter('course.windowYears'),
    settings.parameter('course.hoursIndependent'),
    settings.parameter('course.hoursSecretary'),
    settings.parameter('course.hoursAffairs'),
    settings.parameter('course.hoursDirector'),
  ])
  return { years, hours: { independent, secretary, affairs, director, other: 0 } }
}

/** Works out what learners have and lack, in the transaction that changed it. */
export const refreshLearners = async (platform: Pick<Platform, 'settings'>, db: Db, learnerIds: readonly string[]): Promise<void> => {
  if (learnerIds.length > 0) await repository.refresh(db, learnerIds, await wantedNow(platform))
}

/** Every night: links and companies as the register has them now, and the windows as the calendar has them. */
export async function nightly(platform: Pick<Platform, 'db' | 'settings'>): Promise<void> {
  await repository.link(platform.db, null)
  await repository.refresh(platform.db, null, await wantedNow(platform))
}
