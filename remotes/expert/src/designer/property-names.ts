import type { QuestionType } from '@assoc/contract/form/engine/document'

/** Names by their values, as a field offers them. */
export const choices = <V extends string>(of: Record<V, string>) => Object.entries(of).map(([value, label]) => ({ value, label: label as string }))

/** Kinds of personal data, as designers read them. */
export const PERSONAL = {
  mobile: '手机号码',
  phone: '电话号码',
  email: '电子邮箱',
  idCard: '居民身份证号码',
  passport: '护照号码',
  bankCard: '银行卡号',
  address: '住址',
  contact: '联系方式',
}

/** What the bounds of a type are called. */
export const BOUNDS: Partial<Record<QuestionType, [least: string, most: string, example?: string]>> = {
  text: ['最少字数', '最多字数'],
  textarea: ['最少字数', '最多字数'],
  number: ['最小值', '最大值'],
  money: ['最小值（元）', '最大值（元）'],
  date: ['最早', '最晚', '2026-01-31'],
  range: ['最早', '最晚', '2026-01-31'],
  checkbox: ['至少选几项', '最多选几项'],
  rating: ['', '最高分'],
  repeat: ['最少行数', '最多行数'],
  file: ['最少个数', '最多个数'],
  image: ['最少个数', '最多个数'],
}
