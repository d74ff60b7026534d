import type * as calls from '@assoc/contract/message/audience'
import { audienceRange, type messageAudience } from '@assoc/contract/message/audience'
import { board, companyType, listStatus } from '@assoc/contract/member/company'
import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { postType } from '@assoc/contract/member/posts'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { readRow } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime } from '../../../platform/resource/definition'
import { findRow } from '../../../platform/resource/rows.repository'
import { groupChoices } from '../../rbac/api'
import type { Audience } from '../message/audience.repository'
import { isNobody } from '../message/find'
import * as repository from './repository'

/** Audiences that one person keeps. */
const MOST_KEPT = 200

let runtime: ResourceRuntime<typeof messageAudience>
export const remember = (m: ResourceRuntime<typeof messageAudience>): void => void (runtime = m)

/** The audience with whether this person may put others into it. That they may use it was checked with the id. */
export async function select(context: Context<typeof calls.selectAudience>) {
  const row = (await readRow(runtime as never, context as unknown as Action)) as { audienceId: string; version: number; audienceName: string; abilities: string[] }
  const audience = await repository.findAudience(context.db, row.audienceId)
  if (!audience) throw refuse.notFound()
  const { audienceId, version, audienceName, abilities } = row
  return { audienceId, version, audienceName, abilities, audience }
}

export async function create({ db, principal, input, audit }: Context<typeof calls.createAudience>) {
  requireSomebody(input.audience)
  if ((await repository.countOwn(db, principal.userId)) >= MOST_KEPT) throw refuse.field('audienceName', `最多保存 ${MOST_KEPT} 个收件人分组，请先删除不用的分组`)
  if (input.sharing === 'dept' && !principal.deptId) throw refuse.field('sharing', '您没有所属部门，不能与本部门共用')
  const summary = await summaryOf(db, input.audience)
  const audienceId = await repository.insertAudience(db, { ...input, summary }, principal)
  audit({ recordType: 'messageAudience', recordId: audienceId, verb: 'insert', after: { audienceName: input.audienceName, sharing: input.sharing, summary } })
  return { audienceId }
}

export async function change({ db, principal, input, audit }: Context<typeof calls.changeAudience>) {
  requireSomebody(input.audience)
  const row = await findRow(db, runtime, principal, input.audienceId)
  if (!row) throw refuse.notFound()
  if (!row.changeable) throw refuse.forbidden('只有建立人所在部门的人员可以修改')
  const summary = await summaryOf(db, input.audience)
  if (!(await repository.updateAudience(db, input.audienceId, input.version, input.audience, summary))) throw refuse.conflict({ ...row, abilities: [] })
  audit({ recordType: 'messageAudience', recordId: input.audienceId, verb: 'update', before: { summary: row.summary }, after: { summary } })
  return {}
}

function requireSomebody(audience: Audience): void {
  if (isNobody(audience)) throw refuse.field('audience', '请先选择收件人，再保存分组')
}

const named = (labels: Readonly<Record<string, string>>, keys: readonly string[] | null | undefined): string => (keys ?? []).map((key) => labels[key] ?? key).join('、')

/** What an audience says, in words; numbers and addresses that were typed are counted alone. */
export async function summaryOf(db: Db, { contacts, chosen, userGroupIds, extra }: Audience): Promise<string> {
  const parts: string[] = []
  if (contacts) {
    const marks = [
      ['会员类别', (await repository.categoriesNamed(db, contacts.categoryIds)).join('、')],
      ['辖区', named(jurisdiction.labels, contacts.jurisdictions)],
      ['公司类型', named(companyType.labels, contacts.companyTypes)],
      ['板块', named(board.labels, contacts.boards)],
      ['上市状态', named(listStatus.labels, contacts.listStatuses)],
      ['行业', (contacts.csrcIndustries ?? []).join('、')],
      ['职务', named(postType.labels, contacts.postTypes)],
      ['会费', [contacts.inArrears ? '有欠费' : '', contacts.feeYear ? `欠 ${contacts.feeYear} 年度会费` : ''].filter(Boolean).join('、')],
    ].flatMap(([label, words]) => (words ? [`${label}：${words}`] : []))
    parts.push(`${audienceRange.labels[contacts.range ?? 'member']}的在任联系人${marks.length > 0 ? `（${marks.join('；')}）` : ''}`)
  }
  if (chosen?.filter) parts.push(chosen.filter.from === 'contact' ? '按联系人列表的筛选条件' : '按会员列表的筛选条件')
  if (chosen && chosen.contactIds.length > 0) parts.push(`选定的 ${chosen.contactIds.length} 位联系人`)
  if (chosen && chosen.memberIds.length > 0) parts.push(`选定的 ${chosen.memberIds.length} 家会员`)
  if (userGroupIds && userGroupIds.length > 0) {
    const groups = await groupChoices(db)
    parts.push(`用户组：${userGroupIds.map((id) => groups.find((g) => g.usergroupId === id)?.groupName ?? '已删除').join('、')}`)
  }
  if (extra.length > 0) parts.push(`另外填写 ${extra.length} 个`)
  return parts.join('；')
}
