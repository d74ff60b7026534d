import { MONEY_UNITS, orderOf, QUESTION_TYPES, type FormDoc, type Option, type Question } from './document'
import type { OptionList } from './edits'
import { equal } from './patch'
import { PROPERTIES, quoted, type Property } from './properties'

// What a new version of a form changes for whoever compares its answers with those of the version before. A question is the same while
// its key is; what it is called and where it stands do not matter to figures.

/** No matter to figures; figures are counted in another way; figures of the two versions are no longer the same thing. */
export type ChangeKind = 'harmless' | 'statistics' | 'breaks'

export interface Change {
  kind: ChangeKind
  /** Key of a question or id of a block; empty for the form as a whole. */
  at: string
  message: string
}

export interface Comparison {
  changes: Change[]
  /** Why the later version may not be published. */
  refused: Omit<Change, 'kind'>[]
}

const KINDS: Record<Exclude<Property, OptionList | 'columns' | 'retired'>, ChangeKind> = {
  code: 'breaks',
  unit: 'breaks',
  in: 'breaks',
  lookup: 'breaks',
  multiple: 'breaks',
  required: 'statistics',
  requiredIf: 'statistics',
  visibleIf: 'statistics',
  calc: 'statistics',
  checks: 'statistics',
  min: 'statistics',
  max: 'statistics',
  decimals: 'statistics',
  format: 'statistics',
  mask: 'statistics',
  personal: 'statistics',
  tolerance: 'statistics',
  label: 'harmless',
  help: 'harmless',
  note: 'harmless',
  exts: 'harmless',
  fileMb: 'harmless',
  span: 'harmless',
}

/** Properties whose values are told; others are too long to be read in a sentence. */
const TOLD = new Set(['code', 'unit', 'min', 'max', 'decimals', 'label', 'tolerance', 'mask'])

/** What two versions of a form differ in, by what it means for comparing them, and what stands in the way of publishing the later. */
export function compareVersions(before: FormDoc, after: FormDoc): Comparison {
  const result: Comparison = { changes: [], refused: [] }
  const tell = (kind: ChangeKind, at: string, message: string, isRefused = false): void => {
    result.changes.push({ kind, at, message })
    if (isRefused) result.refused.push({ at, message })
  }
  if (before.title !== after.title) tell('harmless', '', `表单名称改为${quoted(after.title)}`)
  if (!equal(before.intro, after.intro)) tell('harmless', '', '表单说明有修改')
  for (const key of new Set([...orderOf(before), ...orderOf(after), ...Object.keys(before.questions)])) {
    const [old, now] = [before.questions[key], after.questions[key]]
    if (equal(old, now)) continue
    if (!old && now) tell('harmless', key, `新增题目${quoted(now.label)}`)
    else if (old && !now) tell('breaks', key, `删除了题目${quoted(old.label)}`)
    else if (old && now) compareQuestions(key, old, now, tell)
  }
  compareBlocks(before, after, tell)
  return result
}

type Tell = (kind: ChangeKind, at: string, message: string, isRefused?: boolean) => void

function compareQuestions(key: string, old: Question, now: Question, tell: Tell): void {
  const name = quoted(now.label)
  if (!old.retired && now.retired) tell('breaks', key, `停用了题目${name}`)
  if (old.retired && !now.retired) tell('harmless', key, `重新启用了题目${name}`)
  if (old.type !== now.type) {
    tell('breaks', key, `${name}的题型从${QUESTION_TYPES[old.type]}改为${QUESTION_TYPES[now.type]}，请停用原题并新增一题`, true)
    return
  }
  for (const property of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const [from, to] = [old[property], now[property]]
    if (equal(from, to)) continue
    const told = TOLD.has(property)
      ? `从“${shown(property, from)}”改为“${shown(property, to)}”`
      : from === undefined
        ? '是新加的'
        : to === undefined
          ? '已取消'
          : '有修改'
    // Money is kept in 分 whatever it is typed in.
    const kind = property === 'unit' && now.type === 'money' ? 'harmless' : KINDS[property]
    if (property === 'required') tell('statistics', key, `${name}改为${now.required ? '必填' : '选填'}`)
    else
      tell(
        kind,
        key,
        `${property === 'label' ? quoted(old.label) : name}的${PROPERTIES[property]}${told}${property === 'code' ? '，已发布的列名不能修改' : ''}`,
        property === 'code',
      )
  }
  for (const list of ['options', 'items', 'fixedRows'] as const) compareLists(key, name, list, old[list] ?? [], now[list] ?? [], tell)
}

function shown(property: string, value: unknown): string {
  if (value === undefined || value === '') return '无'
  const text = String(value)
  return property === 'unit' && Object.hasOwn(MONEY_UNITS, text) ? MONEY_UNITS[text as keyof typeof MONEY_UNITS] : text
}

function compareLists(key: string, name: string, list: OptionList, old: readonly Option[], now: readonly Option[], tell: Tell): void {
  const what = list === 'options' ? '选项' : '行'
  const [was, is] = [new Map(old.map((one) => [one.value, one])), new Map(now.map((one) => [one.value, one]))]
  for (const [value, one] of was) if (!is.has(value)) tell('breaks', key, `${name}删除了已发布的${what}“${one.label}”，请改为停用`, true)
  for (const [value, one] of is) {
    const before = was.get(value)
    if (!before) tell('statistics', key, `${name}新增${what}“${one.label}”`)
    else {
      if (!before.retired && one.retired) tell('statistics', key, `${name}停用了${what}“${one.label}”`)
      if (before.retired && !one.retired) tell('statistics', key, `${name}重新启用了${what}“${one.label}”`)
      if (before.label !== one.label) tell('harmless', key, `${name}的${what}“${before.label}”改称“${one.label}”`)
      if (before.points !== one.points)
        tell('statistics', key, `${name}的${what}“${one.label}”的分值从“${before.points ?? '无'}”改为“${one.points ?? '无'}”`)
      if (before.other !== one.other) tell('harmless', key, `${name}的${what}“${one.label}”${one.other ? '须另作说明' : '不再另作说明'}`)
    }
  }
  const common = (values: Iterable<string>, other: ReadonlyMap<string, Option>): string[] => [...values].filter((value) => other.has(value))
  if (!equal(common(was.keys(), is), common(is.keys(), was))) tell('harmless', key, `${name}的${what}换了次序`)
}

function compareBlocks(before: FormDoc, after: FormDoc, tell: Tell): void {
  for (const [id, now] of Object.entries(after.blocks)) {
    const old = before.blocks[id]
    const name = now.title.trim() ? quoted(now.title) : now.kind === 'page' ? '未命名的页' : '未命名的分节'
    if (!old) tell('harmless', id, `新增${now.kind === 'page' ? '页' : '分节'}${name}`)
    else {
      if (old.title !== now.title) tell('harmless', id, `标题从“${old.title || '无'}”改为“${now.title || '无'}”`)
      if (!equal(old.visibleIf, now.visibleIf)) tell('statistics', id, `${name}的显示条件有修改`)
      if (old.columns !== now.columns) tell('harmless', id, `${name}改为${now.columns ?? 1} 栏`)
    }
  }
  for (const [id, old] of Object.entries(before.blocks))
    if (!after.blocks[id]) tell('harmless', id, `删除了${old.kind === 'page' ? '页' : '分节'}${old.title.trim() ? quoted(old.title) : ''}`)
  const common = (doc: FormDoc, other: FormDoc): string[] =>
    orderOf(doc).filter((key) => other.questions[key] && !other.questions[key]?.retired)
  if (!equal(common(before, after), common(after, before))) tell('harmless', '', '题目换了次序')
  if (!equal(before.table, after.table)) tell('harmless', '', '表格的版式有修改')
}
