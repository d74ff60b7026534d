import { emptyDoc, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { richOf } from '@assoc/contract/core/rich-text'

// Invented forms of the kit's own page: a questionnaire of two pages, and a table with merged cells and rows that repeat.

const yesNo = [
  { value: 'y', label: '是' },
  { value: 'n', label: '否' },
]
const grades = [
  { value: 'a', label: '特级', points: '3' },
  { value: 'b', label: '一级', points: '2' },
  { value: 'c', label: '二级', points: '1' },
  { value: 'o', label: '其他', other: true as const },
]

const questions: Record<string, Question> = {
  name: { type: 'lookup', code: 'company', label: '茶场名称', lookup: 'companyName' },
  contact: { type: 'text', code: 'contact', label: '联系人', required: true, max: '20' },
  mobile: { type: 'text', code: 'mobile', label: '手机号码', format: 'mobile', help: '仅用于核实填报内容' },
  own: { type: 'radio', code: 'own', label: '是否自有茶园', required: true, options: yesNo },
  area: { type: 'number', code: 'area', label: '茶园面积', unit: '亩', decimals: 1, min: '0', visibleIf: ['eq', ['q', 'own'], 'y'], required: true, tolerance: '30' },
  grade: { type: 'select', code: 'grade', label: '主要等级', options: grades },
  seasons: { type: 'checkbox', code: 'seasons', label: '采摘季节', options: [{ value: 's', label: '春' }, { value: 'm', label: '夏' }, { value: 'a', label: '秋' }], min: '1' },
  period: { type: 'range', code: 'period', label: '{{contact}}负责的采摘期' },
  view: { type: 'matrix', code: 'view', label: '对服务的评价', items: [{ value: 'k', label: '品鉴活动' }, { value: 't', label: '培训' }], options: [{ value: 'g', label: '满意' }, { value: 'm', label: '一般' }, { value: 'b', label: '不满意' }] },
  score: { type: 'rating', code: 'score', label: '总体打分', max: '5' },
  hint: { type: 'note', code: 'hint', label: '填写说明', note: richOf('销量按实际发货填写，可以从表格中复制后直接粘贴。') },
  sales: { type: 'repeat', code: 'sales', label: '销售明细', columns: ['kind', 'weight', 'price', 'amount'], max: '50' },
  kind: { type: 'text', code: 'kind', label: '品名', in: 'sales', required: true },
  weight: { type: 'number', code: 'weight', label: '销量', unit: '千克', in: 'sales', min: '0' },
  price: { type: 'money', code: 'price', label: '单价', in: 'sales' },
  amount: { type: 'calc', code: 'amount', label: '金额', unit: '元', decimals: 2, in: 'sales', calc: ['mul', ['own', 'weight'], ['own', 'price']] },
  total: { type: 'calc', code: 'total', label: '销售合计', unit: '元', decimals: 2, calc: ['sum', ['column', 'amount']] },
  words: { type: 'textarea', code: 'words', label: '意见和建议', max: '500' },
}

export const TEA_FORM: FormDoc = {
  ...emptyDoc('茶场年度调查（示例）', { page: 'p1', section: 's1' }),
  intro: richOf('请于月底前填写。'),
  pages: ['p1', 'p2'],
  questions,
  blocks: {
    p1: { kind: 'page', title: '基本情况', items: ['s1', 's2'] },
    s1: { kind: 'section', title: '茶场', columns: 2, items: ['name', 'contact', 'mobile', 'own', 'area', 'grade', 'seasons', 'period'] },
    s2: { kind: 'section', title: '评价', items: ['view', 'score'] },
    p2: { kind: 'page', title: '销售', items: ['s3'] },
    s3: { kind: 'section', title: '', items: ['hint', 'sales', 'total', 'words'] },
  },
}

export const TEA_TABLE: FormDoc = {
  ...TEA_FORM,
  title: '茶场销售统计表（示例）',
  pages: [],
  blocks: {},
  table: {
    columns: [30, 40, 30, 40].map((width, i) => ({ id: `c${i + 1}`, width })),
    rows: [
      { id: 'r1', height: 10 },
      { id: 'r2', height: 9 },
      { id: 'r3', height: 9 },
      { id: 'r4', height: 9, band: 'sales' },
      { id: 'r5', height: 9 },
    ],
    cells: {
      x1: { row: 'r1', column: 'c1', rows: 1, columns: 4, text: '茶场销售统计表', align: 'center', bold: true },
      x2: { row: 'r2', column: 'c1', rows: 1, columns: 1, text: '茶场名称' },
      x3: { row: 'r2', column: 'c2', rows: 1, columns: 1, key: 'name' },
      x4: { row: 'r2', column: 'c3', rows: 1, columns: 1, text: '联系人' },
      x5: { row: 'r2', column: 'c4', rows: 1, columns: 1, key: 'contact' },
      x6: { row: 'r3', column: 'c1', rows: 1, columns: 1, text: '品名', align: 'center', bold: true },
      x7: { row: 'r3', column: 'c2', rows: 1, columns: 1, text: '销量（千克）', align: 'center', bold: true },
      x8: { row: 'r3', column: 'c3', rows: 1, columns: 1, text: '单价（元）', align: 'center', bold: true },
      x9: { row: 'r3', column: 'c4', rows: 1, columns: 1, text: '金额（元）', align: 'center', bold: true },
      y1: { row: 'r4', column: 'c1', rows: 1, columns: 1, key: 'kind' },
      y2: { row: 'r4', column: 'c2', rows: 1, columns: 1, key: 'weight' },
      y3: { row: 'r4', column: 'c3', rows: 1, columns: 1, key: 'price' },
      y4: { row: 'r4', column: 'c4', rows: 1, columns: 1, key: 'amount', align: 'right' },
      z1: { row: 'r5', column: 'c1', rows: 1, columns: 3, text: '合计', align: 'right', bold: true },
      z2: { row: 'r5', column: 'c4', rows: 1, columns: 1, key: 'total', align: 'right' },
    },
  },
}
