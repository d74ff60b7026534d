import type { FormDoc, Question, QuestionType } from './document'

// Which properties the questions of a type have, and what they are called. The designer shows these and no others; what a question has
// beyond them, such as after a change of type in an imported form, has no effect.

export type Property = Exclude<keyof Question, 'type'>

/** What a property is called where people read of it. */
export const PROPERTIES: Record<Property, string> = {
  code: '列名',
  label: '题目',
  help: '填写说明',
  note: '说明文字',
  required: '必填',
  requiredIf: '必填条件',
  visibleIf: '显示条件',
  calc: '计算公式',
  checks: '校验规则',
  min: '最小值',
  max: '最大值',
  decimals: '小数位数',
  unit: '单位',
  format: '格式',
  mask: '掩码',
  options: '选项',
  items: '矩阵的行',
  multiple: '每行可多选',
  columns: '表格的列',
  in: '所属表格',
  fixedRows: '固定行',
  personal: '个人信息',
  lookup: '登记项',
  exts: '文件类型',
  fileMb: '每个文件的大小（MB）',
  tolerance: '允许偏差',
  span: '占用列数',
  retired: '停用',
}

const EVERY = 'code label help note visibleIf in span retired'
const ASKED = 'required requiredIf checks'
const OWN: Record<QuestionType, string> = {
  text: `${ASKED} min max format mask personal`,
  textarea: `${ASKED} min max personal`,
  number: `${ASKED} min max decimals unit tolerance`,
  money: `${ASKED} min max unit tolerance`,
  date: `${ASKED} min max`,
  range: `${ASKED} min max`,
  radio: `${ASKED} options`,
  checkbox: `${ASKED} options min max`,
  select: `${ASKED} options`,
  region: ASKED,
  rating: `${ASKED} max`,
  matrix: `${ASKED} options items multiple`,
  repeat: `${ASKED} columns fixedRows min max`,
  file: `${ASKED} exts fileMb min max`,
  image: `${ASKED} exts fileMb min max`,
  signature: ASKED,
  note: '',
  calc: 'calc checks decimals unit tolerance',
  lookup: 'lookup personal',
}
const SETS = new Map(Object.entries(OWN).map(([type, names]) => [type, new Set(`${EVERY} ${names}`.split(' '))]))

/** Whether questions of a type have a property. */
export const hasProperty = (type: QuestionType, property: string): boolean => property === 'type' || SETS.get(type)?.has(property) === true

/** A label that is short enough to stand within a sentence, in corner brackets. */
export function quoted(label: string): string {
  const text = label.replaceAll(/\{\{[^{}]{1,40}\}\}/g, '…').trim()
  return `「${text.length > 30 ? `${text.slice(0, 30)}…` : text}」`
}

/** A question within a sentence; one that is not there is called so. */
export const nameOf = ({ questions }: Pick<FormDoc, 'questions'>, key: string): string => {
  const one = questions[key]
  return one ? quoted(one.label) : '已删除的题目'
}

/** Keys that a label quotes as `{{key}}`. */
export const quotesOf = (label: string): string[] => [...label.matchAll(/\{\{([^{}]{1,40})\}\}/g)].map(([, key = '']) => key.trim())
