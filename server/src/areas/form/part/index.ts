import { viewLink, type ResponseOf } from '@assoc/contract'
import { giveFormPart, selectFormParts } from '@assoc/contract/form/part'
import { accountsActingFor } from '../../../platform/access/links'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { notify } from '../../../platform/notifications/notify'
import { documentOfVersion } from '../answer/document'
import { versionOfAnswer } from '../answer/repository'
import { requireNamed } from '../fill/closed'
import { ownTask, type Task } from '../fill/repository'
import * as repository from './repository'

/** Colleagues that are offered. */
const COLLEAGUES = 200

async function mine(db: Db, principal: Principal, taskId: string): Promise<Task> {
  const task = await ownTask(db, principal, taskId)
  if (!task) throw refuse.notFound()
  return task
}

/** Who acts for the company of a task; nobody where it is one's own. */
const colleaguesOf = (db: Db, { companyId }: Task) => (companyId === null ? Promise.resolve([]) : accountsActingFor(db, companyId, COLLEAGUES))

async function selectParts({ db, principal, input }: Context<typeof selectFormParts>): Promise<ResponseOf<typeof selectFormParts>> {
  const task = await mine(db, principal, input.taskId)
  return { colleagues: await colleaguesOf(db, task), parts: await repository.partsOf(db, task.taskId) }
}

async function give({ db, principal, input, audit }: Context<typeof giveFormPart>): Promise<ResponseOf<typeof giveFormPart>> {
  const task = await mine(db, principal, input.taskId)
  requireNamed(task)
  const version = await versionOfAnswer(db, task.answerId)
  const block = version && (await documentOfVersion(db, version)).blocks[input.blockId]
  if (!block) throw refuse.field('blockId', '表单没有这一页或分节')
  const colleague = (await colleaguesOf(db, task)).find(({ userId }) => userId === input.userId)
  if (input.userId !== null && !colleague) throw refuse.field('userId', '只能交给同一公司的填报账号')
  const before = (await repository.partsOf(db, task.taskId)).find(({ blockId }) => blockId === input.blockId)
  if ((before?.userId ?? null) === input.userId) return {}
  if (input.userId === null) await repository.takePart(db, task.taskId, input.blockId)
  else await repository.givePart(db, task.taskId, input.blockId, input.userId, principal.userId)
  const label = block.title || (block.kind === 'page' ? '未命名的页' : '未命名的分节')
  audit({ recordType: 'formAnswer', recordId: task.answerId, verb: 'givePart', before: { [label]: before?.realName ?? null }, after: { [label]: colleague?.realName ?? null } })
  if (input.userId !== null && input.userId !== principal.userId)
    await notify(db, input.userId, { title: `请填写《${task.formName}》的“${label}”`, content: `${principal.realName}把“${task.roundName}”的这一部分交给您填写。`, link: viewLink('expert/QuestionnaireTodo', { task: task.taskId }) })
  return {}
}

/** Which page or section of a company's answer whom of its people fills in. */
export const part: ServerModule = { bindings: [handle(selectFormParts, selectParts), handle(giveFormPart, give)] }
