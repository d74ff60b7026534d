import { findFormAccounts } from '@assoc/contract/form/round'
import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { api } from '@assoc/http'
import { PeopleSelect, Select, type FormField } from '@assoc/ui'

async function findAccounts(keyword: string) {
  return (await api(findFormAccounts, { keyword })).map(({ userId, realName, loginName }) => ({ userId, realName, deptName: null, note: loginName }))
}

/** What the form of a round adds to its contract. */
export const ROUND_FIELDS: Record<string, Partial<FormField>> = {
  versionNo: { help: '不填时使用最新版本' },
  ruleIndustries: { kind: 'own', render: <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['，', ',', ' ']} placeholder="如 C、C39" />, help: '中上协行业分类的门类或大类代码，不填为全部' },
  ruleJurisdictions: { kind: 'own', render: <Select mode="multiple" allowClear optionFilterProp="label" placeholder="不选为全部" options={Object.entries(jurisdiction.labels).map(([value, label]) => ({ value, label }))} /> },
  audienceId: { help: '采用分组中按条件选择的单位，保存后分组再修改不影响本次发放' },
  rulePosts: { help: '以公司账号认证的职务为准' },
  selfFlag: { help: '有评价对象时：不允许时，不会请公司或本人评价自己' },
  remindDays: { help: '不填时不自动催报；只提醒未交的' },
  anonymousFlag: { help: '只知道谁参与了，不知道谁填了什么；开始后不能修改，结束后才有统计' },
  graceMinutes: { help: '截止后仍接收已在路上的提交' },
  correctionDays: { help: '截止后这些天内，已提交的可以说明原因后更正' },
  returnScope: { help: '逐题退回时有效' },
  userIds: { kind: 'own', span: 2, render: <PeopleSelect multiple placeholder="输入姓名或账号查找" search={findAccounts} /> },
  subjectKind: { help: '选择“同一公司的其他董事”时，每位董事评价同一公司的其他董事' },
}
