import type { Block, Cell, FormDoc, Option } from '@assoc/contract/form/engine/document'

// The forms of the demo association: one that flows, one that is a table, one questionnaire. Keys are like those of the designer.

const YES_NO: Option[] = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
]
const options = (...labels: string[]): Option[] => labels.map((label, i) => ({ value: `o${i + 1}`, label }))
const section = (title: string, items: string[], columns?: 1 | 2 | 3): Block => ({ kind: 'section', title, items, ...(columns ? { columns } : {}) })
const page = (...items: string[]): Block => ({ kind: 'page', title: '', items })

/** 独立董事年度自查表 */
export const selfReview: FormDoc = {
  format: 1,
  title: '独立董事年度自查表',
  pages: ['pg4c1x'],
  blocks: {
    pg4c1x: page('sc7a2k', 'sc9m5t'),
    sc7a2k: section('一、董事会构成', ['k2a9fm', 'k5t1qz', 'k8h3rd', 'k1w6bn', 'k7c4ys'], 2),
    sc9m5t: section('二、独立性与履职', ['k3p8vx', 'k6j2lg', 'k9d5ne', 'k4u7ho', 'k2s1ka', 'k5r9tb', 'k8z4mc']),
  },
  questions: {
    k2a9fm: { type: 'lookup', code: 'company_name', label: '公司名称', lookup: 'companyName' },
    k5t1qz: { type: 'lookup', code: 'stock_code', label: '证券代码', lookup: 'stockCode' },
    k8h3rd: { type: 'number', code: 'board_size', label: '董事会人数', required: true, decimals: 0, min: '3', max: '19', unit: '人' },
    k1w6bn: {
      type: 'number', code: 'independent_count', label: '独立董事人数', required: true, decimals: 0, min: '0', max: '19', unit: '人',
      checks: [{ id: 'c5n2wq', holds: ['le', ['q', 'k1w6bn'], ['q', 'k8h3rd']], message: '独立董事人数不能超过董事会人数' }],
    },
    k7c4ys: { type: 'calc', code: 'independent_share', label: '独立董事占比', calc: ['mul', ['div', ['q', 'k1w6bn'], ['q', 'k8h3rd']], ['n', '100']], decimals: 1, unit: '%' },
    k3p8vx: { type: 'radio', code: 'all_independent', label: '全体独立董事是否符合独立性要求', required: true, options: YES_NO },
    k6j2lg: { type: 'textarea', code: 'not_independent', label: '不符合独立性要求的情况说明', required: true, max: '500', visibleIf: ['eq', ['q', 'k3p8vx'], 'no'] },
    k9d5ne: { type: 'checkbox', code: 'committees', label: '已设立的专门委员会', required: true, options: options('审计委员会', '提名委员会', '薪酬与考核委员会', '战略委员会') },
    k4u7ho: { type: 'radio', code: 'accountant_chair', label: '审计委员会召集人是否为会计专业独立董事', required: true, options: YES_NO, visibleIf: ['has', ['q', 'k9d5ne'], 'o1'] },
    k2s1ka: { type: 'number', code: 'own_meetings', label: '本年度独立董事专门会议次数', required: true, decimals: 0, min: '0', max: '99', unit: '次' },
    k5r9tb: { type: 'date', code: 'review_date', label: '自查完成日期', required: true, min: '2026-01-01' },
    k8z4mc: { type: 'text', code: 'contact_mobile', label: '填报联系人手机', required: true, format: 'mobile', personal: 'mobile' },
  },
}

const cell = (row: string, column: string, of: Partial<Cell>, columns = 1): Cell => ({ row, column, rows: 1, columns, ...of })

/** 董办人员配置统计表 */
export const officeStaff: FormDoc = {
  format: 1,
  title: '董办人员配置统计表',
  pages: [],
  blocks: {},
  questions: {
    t1k7fa: { type: 'lookup', code: 'company_name', label: '公司名称', lookup: 'companyName' },
    t4m2xc: { type: 'radio', code: 'full_time', label: '董事会秘书是否专职', required: true, options: YES_NO },
    t8b5rn: { type: 'repeat', code: 'people', label: '董办人员', required: true, min: '1', max: '50', columns: ['t2q9hd', 't6w3jl', 't9e1sv', 't3y8gk'] },
    t2q9hd: { type: 'text', code: 'person_no', label: '人员代号', in: 't8b5rn', required: true, max: '20' },
    t6w3jl: { type: 'select', code: 'post', label: '岗位', in: 't8b5rn', required: true, options: options('董事会秘书', '证券事务代表', '信息披露', '投资者关系', '其他') },
    t9e1sv: { type: 'select', code: 'degree', label: '学历', in: 't8b5rn', required: true, options: options('大专', '本科', '硕士', '博士') },
    t3y8gk: { type: 'number', code: 'years', label: '从业年限', in: 't8b5rn', required: true, decimals: 0, min: '0', max: '50', unit: '年' },
    t5d4pz: { type: 'calc', code: 'people_count', label: '人数合计', calc: ['rows', 't8b5rn'], decimals: 0, unit: '人' },
    t7n6uo: { type: 'calc', code: 'years_average', label: '平均从业年限', calc: ['avg', ['column', 't3y8gk']], decimals: 1, unit: '年' },
    t1v3ie: { type: 'money', code: 'budget', label: '本年度董办工作经费', required: true, min: '0', unit: 'yuan' },
    t9c7ab: { type: 'date', code: 'filled_on', label: '填表日期', required: true },
  },
  table: {
    columns: ['a', 'b', 'c', 'd'].map((id) => ({ id: `tc${id}1`, width: 44 })),
    rows: [
      { id: 'tr1', height: 12, head: true },
      { id: 'tr2', height: 9 },
      { id: 'tr3', height: 9, head: true },
      { id: 'tr4', height: 9, band: 't8b5rn' },
      { id: 'tr5', height: 9 },
      { id: 'tr6', height: 9 },
    ],
    cells: {
      ce01: cell('tr1', 'tca1', { text: '董办人员配置统计表', align: 'center', bold: true }, 4),
      ce02: cell('tr2', 'tca1', { text: '公司名称' }),
      ce03: cell('tr2', 'tcb1', { key: 't1k7fa' }),
      ce04: cell('tr2', 'tcc1', { text: '董事会秘书是否专职' }),
      ce05: cell('tr2', 'tcd1', { key: 't4m2xc' }),
      ce06: cell('tr3', 'tca1', { text: '人员代号', bold: true }),
      ce07: cell('tr3', 'tcb1', { text: '岗位', bold: true }),
      ce08: cell('tr3', 'tcc1', { text: '学历', bold: true }),
      ce09: cell('tr3', 'tcd1', { text: '从业年限（年）', bold: true }),
      ce10: cell('tr4', 'tca1', { key: 't2q9hd' }),
      ce11: cell('tr4', 'tcb1', { key: 't6w3jl' }),
      ce12: cell('tr4', 'tcc1', { key: 't9e1sv' }),
      ce13: cell('tr4', 'tcd1', { key: 't3y8gk', align: 'right' }),
      ce14: cell('tr5', 'tca1', { text: '人数合计' }),
      ce15: cell('tr5', 'tcb1', { key: 't5d4pz', align: 'right' }),
      ce16: cell('tr5', 'tcc1', { text: '平均从业年限' }),
      ce17: cell('tr5', 'tcd1', { key: 't7n6uo', align: 'right' }),
      ce18: cell('tr6', 'tca1', { text: '本年度董办工作经费（元）' }),
      ce19: cell('tr6', 'tcb1', { key: 't1v3ie', align: 'right' }),
      ce20: cell('tr6', 'tcc1', { text: '填表日期' }),
      ce21: cell('tr6', 'tcd1', { key: 't9c7ab' }),
    },
  },
}

/** 会员服务满意度问卷 */
export const satisfaction: FormDoc = {
  format: 1,
  title: '会员服务满意度问卷',
  pages: ['pg2b8h'],
  blocks: {
    pg2b8h: page('sc1f6w', 'sc5k3p'),
    sc1f6w: section('一、总体评价', ['s1a7xk', 's4m2fd', 's8t5wq', 's2h9bc']),
    sc5k3p: section('二、培训与建议', ['s6p3ln', 's9r1zg', 's3v8je', 's7y4os', 's5c6um']),
  },
  questions: {
    s1a7xk: { type: 'rating', code: 'overall', label: '您对协会服务的总体评价', required: true, max: '5' },
    s4m2fd: {
      type: 'matrix', code: 'services', label: '您对下列服务是否满意', required: true,
      items: [
        { value: 'r1', label: '会员联络' },
        { value: 'r2', label: '培训服务' },
        { value: 'r3', label: '政策咨询' },
      ],
      options: options('满意', '一般', '不满意'),
    },
    s8t5wq: { type: 'checkbox', code: 'channels', label: '您通过哪些渠道获取协会信息', required: true, options: [...options('网站', '公众号', '邮件', '短信'), { value: 'o9', label: '其他', other: true }] },
    s2h9bc: { type: 'number', code: 'recommend', label: '您推荐其他公司入会的可能性（0 至 10）', required: true, decimals: 0, min: '0', max: '10' },
    s6p3ln: { type: 'radio', code: 'trained', label: '本年度是否参加过协会培训', required: true, options: YES_NO },
    s9r1zg: { type: 'rating', code: 'training', label: '您对培训内容的评价', required: true, max: '5', visibleIf: ['eq', ['q', 's6p3ln'], 'yes'] },
    s3v8je: { type: 'text', code: 'why_not', label: '未参加培训的主要原因', max: '100', visibleIf: ['eq', ['q', 's6p3ln'], 'no'] },
    s7y4os: { type: 'checkbox', code: 'topics', label: '希望增加的培训主题', options: options('信息披露', '公司治理', '并购重组', '市值管理') },
    s5c6um: { type: 'textarea', code: 'advice', label: '您的意见和建议', max: '1000' },
  },
}

