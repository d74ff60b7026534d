import { viewLink } from '@assoc/contract'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { keepFile } from '../../../platform/files/store'
import type { Platform } from '../../../platform/platform'
import * as work from '../../../platform/work/work'
import { lettersPdf } from './document'
import { lettersOf } from './repository'

export const PRINT_JOB = 'fee:printLetters'

/** Letters after which progress is told; others get their turn between any two. */
const TOLD = 10

/** The job behind one print file: draws letter after letter, and can be stopped between two. */
export async function printLetters({ workId }: { workId: string }, { db, files }: Platform): Promise<void> {
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const { letterIds } = begun.input as { letterIds: string[] }
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has('fee:letter:issue')) return await work.failWork(db, workId, '您已没有出具文书的权限')
    const letters = await lettersOf(db, letterIds)
    const bytes = await lettersPdf(letters, {
      pause: async (done) => {
        await new Promise((next) => setImmediate(next))
        return done % TOLD !== 0 || work.tellProgress(db, workId, done)
      },
    })
    if (!bytes) return
    await db.transaction().execute(async (tx) => {
      const fileId = await keepFile(tx, files, { fileName: `会员文书 ${letters[0]?.letterNo ?? ''} 等 ${letters.length} 份.pdf`, contentType: 'application/pdf', bytes, ownerType: 'work', ownerId: workId, createBy: begun.user_id })
      await work.finishWork(tx, { workId, userId: begun.user_id, fileId, rows: letters.length, notice: { title: '文书打印文件已生成', content: `共 ${letters.length} 份，可在「导出任务」中下载。`, link: viewLink('rbac/ExportJob', { record: workId }) } })
    })
  } catch (error) {
    await work.failWork(db, workId, '生成打印文件中断，系统会自动重试；文书已出具，不会重复')
    throw error
  }
}
