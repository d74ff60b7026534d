import { postType } from '@assoc/contract/member/posts'
import { reminderRule, reminderRun, ruleStatus, selectReminderRuns } from '@assoc/contract/fee/reminder'
import { session } from '@assoc/session'
import { ListPage, resourcePage, useResourceList, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { Parts } from './Parts'
import { RulePreview } from './RulePreview'

type Rule = RowOf<typeof reminderRule.list>
type Run = RowOf<typeof selectReminderRuns>

/** 监事 is kept as history alone. */
const POSTS = postType.options.filter(({ value }) => value !== 'supervisor')

const postsOf = ({ postTypes }: Pick<Rule, 'postTypes'>): string => (postTypes.length > 0 ? postTypes.map((post) => postType.labels[post]).join('、') : '全部在任联系人')

/** Rules by which members are reminded of their bills by themselves. */
export default resourcePage({
  name: 'member/DunningList/rules',
  title: '自动提醒',
  resource: reminderRule,
  search: [
    { kind: 'text', name: 'keyword', label: '名称' },
    { kind: 'select', name: 'ruleStatus', label: '规则状态', options: ruleStatus.options },
  ],
  columns: [
    { field: 'ruleName', width: 165 },
    { field: 'moment', width: 115 },
    { field: 'channel', width: 65 },
    { field: 'templateName', width: 115 },
    { field: 'postTypes', width: 165, render: postsOf, text: postsOf, hidden: true },
    { field: 'ruleStatus', width: 95, tag: ruleStatus },
    { field: 'lastRunDay', width: 110 },
    { field: 'lastResult', width: 150 },
    { field: 'sender', width: 85, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  fields: {
    ruleName: { span: 2, placeholder: '如：到期前三十天邮件通知' },
    days: { help: '到期前 0 天即缴费截止日当天' },
    templateId: { span: 2, help: '到期前的提醒须含变量 ${待缴金额}，到期后的须含 ${欠费金额} 或 ${待缴金额}，发出后自动记入催缴记录' },
    postTypes: { kind: 'select', multiple: true, options: POSTS, span: 2, help: '不选则发给会员的全部在任联系人；个人会员发给本人' },
  },
  initial: { timing: 'before', days: 30, channel: 'mail', postTypes: [] },
  nameOf: ({ ruleName }) => ruleName,
  texts: {
    enable: '每天 9 时至 17 时每小时检查一次，到时点的欠缴账单以您的名义提醒，每张账单只提醒一次。启用之前已过时点的账单不补发；接手七天内未能发出的规则时，补发未发出的部分。收件人超过 200 个的仍须由他人批准。',
    disable: '停用后不再提醒，已发出的消息不受影响。',
    delete: '删除后执行记录一并删除，已发出的消息和催缴记录不受影响。',
  },
  actions: (row, { show }) => (session().has('fee:reminder:update') ? [{ key: 'preview', label: '预览', onClick: () => show('preview', row) }] : []),
  visibleActions: 3,
  detail: ['ruleName', 'moment', 'channel', 'templateName', 'postTypes', 'ruleStatus', 'sender', 'updateTime'],
  detailWidth: 860,
  inDetail: (row) => <Runs key={row.version} ruleId={row.ruleId} />,
  toolbar: () => <Parts part="rules" />,
  dialogs: { preview: ({ row, onClose }) => <RulePreview rule={row} onClose={onClose} /> },
})

/** What a rule has done, newest first. */
const Runs = observer(function Runs({ ruleId }: { ruleId: string }) {
  const list = useResourceList({ call: selectReminderRuns, idOf: (run: Run) => run.runId, filters: [], sortable: ['runDay'], fixed: { ruleId }, part: true })
  return (
    <ListPage
      name="member/DunningList/runs"
      title="执行记录"
      list={list}
      row={reminderRun}
      search={[]}
      columns={[
        { field: 'runDay', width: 110, sortable: true },
        { field: 'memberCount', width: 80 },
        { field: 'unpaidTotal', width: 125 },
        { field: 'msgNo', width: 150 },
        { field: 'result', width: 280 },
      ]}
    />
  )
})
