import { CHECK_ITEMS, checkStatus, independenceCheck, INDEPENDENCE_RULES } from '@assoc/contract/expert/independence'
import { resourcePage } from '@assoc/ui'
import { MakeChecks } from './MakeChecks'

/** The words of the rule below each question, and its explanation across the form. */
const QUESTIONS = Object.fromEntries(
  CHECK_ITEMS.flatMap((field, i) => [
    [field, { help: INDEPENDENCE_RULES[0].items[i]?.text ?? '', span: 2 as const }],
    [`note${i + 1}`, { span: 2 as const, placeholder: '请说明具体情形、涉及的单位和时间' }],
  ]),
)

/** What independent directors say of their independence each year, and what their boards make of it. */
export default resourcePage({
  name: 'expert/IndependenceCheck',
  title: '独立性自查',
  resource: independenceCheck,
  keywordHint: '姓名、拼音首字母、公司名称或代码',
  columns: [
    { field: 'name', width: 110 },
    { field: 'companyName', width: 130 },
    { field: 'checkYear', width: 100, sortable: true },
    { field: 'conclusion', width: 100 },
    { field: 'boardConclusion', width: 150 },
    { field: 'boardOpinion', width: 240 },
    { field: 'returnReason', width: 180, hidden: true },
    { field: 'checkStatus', width: 120, title: '状态', tag: checkStatus },
    { field: 'updateTime', width: 155, sortable: true },
  ],
  fields: { ...QUESTIONS, signFile: { span: 2, help: '打印自查表签字后扫描，PDF 格式' } },
  // Whoever begins to answer begins by that.
  steps: { hide: ['fill'] },
  nameOf: (row) => `${row.name} ${row.checkYear} 年`,
  texts: {
    submit: '提交后由任职公司董事会评估，不能再修改。',
    sendBack: '退回后由独立董事本人修改并重新提交。',
    assess: '自查结论由各项回答得出；是否不符合独立性要求由董事会决定。',
  },
  toolbar: ({ reload }) => <MakeChecks onDone={() => void reload()} />,
})
