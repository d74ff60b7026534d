import { dayAfter, today } from '@assoc/contract/core/day'
import { evalObjection, findObjectionHandlers, objectionStatus } from '@assoc/contract/expert/notice'
import { api } from '@assoc/http'
import { PeopleSelect, ResourcePart } from '@assoc/ui'

const findHandlers = async (keyword: string) => (await api(findObjectionHandlers, { keyword })).map(({ userId, realName, loginName }) => ({ userId, realName, deptName: null, note: loginName }))

/** Objections to what a notice shows. */
export function Objections({ noticeId, schemeId, onChanged }: { noticeId: string; schemeId: string; onChanged: () => void }) {
  return (
    <ResourcePart
      name="expert/PublicityList/objections"
      title="异议"
      resource={evalObjection}
      search={[]}
      fixed={{ noticeId }}
      columns={[
        { field: 'subjectName', width: 170, title: '异议对象' },
        { field: 'gradeCode', width: 95 },
        { field: 'objectorName', width: 100 },
        { field: 'content', width: 240 },
        { field: 'handlerName', width: 90 },
        { field: 'handleBefore', width: 115, sortable: true },
        { field: 'overdue', width: 80 },
        { field: 'opinion', width: 180 },
        { field: 'objectionStatus', width: 100, title: '处理结果', tag: objectionStatus },
        { field: 'updateTime', width: 155, sortable: true, hidden: true },
      ]}
      initial={{ proof: [], handleBefore: dayAfter(today(), 5) }}
      fields={{ handlerId: { kind: 'own', render: <PeopleSelect placeholder="输入姓名或账号查找" search={findHandlers} />, help: '由登记人以外的人办结' }, resultId: { once: true, where: { schemeId } }, content: { span: 2 }, proof: { span: 2 } }}
      nameOf={(row: { subjectName: string }) => row.subjectName}
      texts={{
        maintain: '公示的等级不变。',
        revise: '按复议后得分重新得出此对象的名次和等级，其他人的等级不变。',
        disqualify: '取消资格后不再公布此对象的评级，不能恢复。',
      }}
      onChanged={onChanged}
      emptyText="没有异议"
    />
  )
}
