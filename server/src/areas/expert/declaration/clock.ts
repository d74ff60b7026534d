import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { inJob, SYSTEM } from '../../../platform/resource/in-job'
import { extendOwnedRound } from '../../form/api'
import { isUndecided, undecided } from './clock.repository'
import { decide } from './eligibility'
import { roundsToFollow } from './repository'

/** Everybody's rows, for the job. */
const EVERYBODY = { ...SYSTEM, scopes: { declaration: { all: true, deptIds: [], jurisdictions: [], self: false } } }
const AT_ONCE = 200

/** Rounds end with the applying of their schemes, which may have been put off. */
async function extendRounds({ db }: Platform): Promise<void> {
  for (const { roundId, applyEnd } of await roundsToFollow(db)) await extendOwnedRound(db, roundId, applyEnd)
}

/** Decides once more on the rules of those whose period has ended; each in a transaction of its own. What no longer holds is told to the reviewers by the list. */
export async function decideAgain(platform: Platform): Promise<void> {
  for (let after = '0'; ; ) {
    const found = await undecided(platform.db, after, AT_ONCE)
    for (const one of found)
      await inJob(
        platform,
        '评价期结束后核查申报条件',
        async ({ db, audit }) => {
          if (!(await isUndecided(db, one.declareId))) return
          const { failed } = await decide(db, one.declareId, one.schemeId, one, true)
          audit({ recordType: 'declaration', recordId: one.declareId, verb: 'decide', after: { eligibleResult: failed.length > 0 ? 'fail' : 'pass' } })
        },
        EVERYBODY,
      )
    after = found.at(-1)?.declareId ?? after
    if (found.length < AT_ONCE) return
  }
}

async function tick(platform: Platform): Promise<void> {
  await extendRounds(platform)
  await decideAgain(platform)
}
defineJob('expert:declarations', (_payload, platform) => tick(platform), '* * * * *')
