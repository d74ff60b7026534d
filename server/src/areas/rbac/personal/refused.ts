import { viewLink } from '@assoc/contract'
import { holdersOf } from '../../../platform/access/load-principal'
import { defineJob } from '../../../platform/jobs/worker'
import { notify } from '../../../platform/notifications/notify'
import { refusedDue } from '../../../platform/personal/person.repository'
import { personalTables } from '../../../platform/personal/register'
import type { Platform } from '../../../platform/platform'
import { inJob } from '../../../platform/resource/in-job'
import { eraseRefused } from './erasing'

/** Erased in one night at most of each kind, so that a first night after years does not hold the database up. */
const A_NIGHT = 200

/** Erases the data of people who were not taken, once their months have gone by; each in a transaction of its own, with its record. Answers how many. */
export async function eraseRefusedDue(platform: Platform): Promise<number> {
  const months = await platform.settings.parameter('personal.refusedMonths')
  let erased = 0
  for (const one of personalTables()) {
    for (const id of await refusedDue(platform.db, one, months, A_NIGHT)) {
      await inJob(platform, '删除未通过申请的个人信息', (action) => eraseRefused(action, one, id))
      erased += 1
    }
  }
  if (erased > 0)
    await inJob(platform, '删除未通过申请的个人信息', async ({ db }) => {
      for (const userId of await holdersOf(db, 'rbac:personal:erase'))
        await notify(db, userId, { title: '已删除未通过申请的个人信息', content: `有 ${erased} 条未通过的申请已满 ${months} 个月，其中的个人信息已自动删除，明细见删除记录。`, link: viewLink('rbac/ErasureRecord', { cause: 'refused' }) })
    })
  return erased
}

// Twenty to four in the morning in Asia/Shanghai.
defineJob('personal:refused', async (_payload, platform) => void (await eraseRefusedDue(platform)), '40 19 * * *')
