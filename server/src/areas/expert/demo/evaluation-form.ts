import type { FormDoc } from '@assoc/contract/form/engine/document'

/** What board secretaries of the demo declare by; keys are like those of the designer. */
export const declarationForm: FormDoc = {
  format: 1,
  title: '董事会秘书履职评价申报表',
  pages: ['pd1a4k'],
  blocks: {
    pd1a4k: { kind: 'page', title: '', items: ['se2b7m', 'se5c9x'] },
    se2b7m: { kind: 'section', title: '一、规范运作与信息披露', items: ['qa3f8d', 'qa6h1t', 'qa9j4v', 'qb2k7n'] },
    se5c9x: { kind: 'section', title: '二、投资者关系与提升', items: ['qb5m3r', 'qb8p6w', 'qc1s9y'] },
  },
  questions: {
    qa3f8d: { type: 'number', code: 'meetings', label: '评价期内筹备股东会、董事会次数', required: true, decimals: 0, min: '0', max: '200', unit: '次' },
    qa6h1t: { type: 'textarea', code: 'governance', label: '规范运作工作说明', required: true, max: '2000' },
    qa9j4v: { type: 'number', code: 'announcements', label: '评价期内披露公告份数', required: true, decimals: 0, min: '0', max: '5000', unit: '份' },
    qb2k7n: { type: 'radio', code: 'rating', label: '最近一次交易所信息披露考核', required: true, options: ['A', 'B', 'C', 'D'].map((label, i) => ({ value: `o${i + 1}`, label })) },
    qb5m3r: { type: 'number', code: 'investor_meetings', label: '业绩说明会与投资者接待次数', required: true, decimals: 0, min: '0', max: '500', unit: '次' },
    qb8p6w: { type: 'textarea', code: 'value', label: '市值管理与价值提升措施', required: true, max: '2000' },
    qc1s9y: { type: 'textarea', code: 'innovation', label: '创新做法（加分）', max: '2000' },
  },
}

/** Standards, indicators, points, dimension and questions of such a scheme; the last one is a bonus. */
export const INDICATORS: readonly (readonly [standardNo: number, standardName: string, code: string, name: string, points: number, bonus: boolean, dimension: string, keys: readonly string[]])[] = [
  [1, '规范运作', '1.1', '会议筹备与决策程序', 15, false, '规范运作', ['qa3f8d']],
  [1, '规范运作', '1.2', '内部制度与培训', 15, false, '规范运作', ['qa6h1t']],
  [2, '信息披露', '2.1', '公告质量与及时性', 20, false, '信息披露', ['qa9j4v']],
  [2, '信息披露', '2.2', '交易所考核结果', 15, false, '信息披露', ['qb2k7n']],
  [3, '投资者关系', '3.1', '说明会与接待', 20, false, '投资者关系', ['qb5m3r']],
  [3, '投资者关系', '3.2', '价值提升', 15, false, '投资者关系', ['qb8p6w']],
  [9, '加分', '9.1', '创新做法', 5, true, '创新', ['qc1s9y']],
]
