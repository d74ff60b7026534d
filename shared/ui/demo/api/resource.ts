import { BATCH_STEP, CODE, IMPORT_REASON, labelOf, settled, shapeOf, type AnyResource, type FieldError } from '@assoc/contract'
import { textOf } from '@assoc/ui'
import { FileAnswer, Refusal, answer, refusedFields, type Input } from './adapter'
import { note } from './platform'

export type Row = Record<string, unknown> & { version: number }

export interface Rules {
  /** Fields in which a keyword is searched; the first names a row. */
  search: readonly [string, ...string[]]
  /** Fields that a form may not have so, checked after the schema. */
  refuse?: (values: Input, rows: readonly Row[], id: string | null) => FieldError[]
  /** Why an action cannot be done on a row now; null when it can. */
  hinder?: (verb: string, row: Row) => string | null
}

const CONFLICT = '该记录已被他人修改，请核对后再保存'

/** Answers every call of a resource from rows in memory, as `mountResource` does from a table. Answers the rows, which may be changed. */
export function serveResource(resource: AnyResource, rows: Row[], rules: Rules): Row[] {
  const { definition } = resource
  const { id, status, label } = definition
  const [naming] = rules.search
  const at = (wanted: unknown): Row => {
    const row = rows.find((one) => one[id] === wanted)
    if (!row) throw new Refusal(CODE.notFound, `${label}不存在或已删除`)
    return row
  }
  const current = (input: Input): Row => {
    const row = at(input[id])
    if (row.version !== input['version']) throw new Refusal(CODE.conflict, CONFLICT, { current: shown(row) })
    return row
  }
  const abilities = (row: Row): string[] => [
    ...(resource.update ? ['update'] : []),
    ...(status?.machine.verbs(String(row[status.field]), () => true) ?? []),
    ...(resource.remove ? ['delete'] : []),
  ]
  const shown = (row: Row): Row => ({ ...row, abilities: abilities(row) })
  const log = (row: Row, title: string, before: Input = {}, reason: unknown = null) => {
    const changed = Object.keys(row).filter((key) => shapeOf(resource.row)?.[key] && key !== 'version' && key in before && before[key] !== row[key])
    const text = (field: string, value: unknown) => (value === null || value === undefined ? null : textOf(resource.row, field, value))
    const changes = changed.map((key) => ({ field: labelOf(resource.row, key), before: text(key, before[key]), after: text(key, row[key]) }))
    note(definition.name, String(row[id]), title, changes, typeof reason === 'string' ? reason : null)
  }
  const insert = (values: Input): Row => {
    const next = rows.reduce((most, row) => Math.max(most, Number(row[id])), 0) + 1
    const row: Row = { ...settled(definition.fields, values), [id]: String(next), ...(status ? { [status.field]: status.machine.options[0]?.value } : {}), version: 1 }
    rows.unshift(row)
    log(row, `新增${label}`)
    return row
  }
  const carryOut = (row: Row, verb: string, reason: unknown): void => {
    const hindrance = rules.hinder?.(verb, row)
    if (hindrance) throw new Refusal(CODE.inUse, hindrance)
    if (verb === 'delete') {
      rows.splice(rows.indexOf(row), 1)
      return
    }
    const step = status?.machine.find(verb, String(row[status.field]))
    if (!status || !step) throw new Refusal(CODE.badTransition, '当前状态下不能执行此操作')
    const before = { ...row }
    Object.assign(row, { [status.field]: step.to, version: row.version + 1 })
    log(row, step.label, before, reason)
  }
  const put = (call: AnyResource['insert'], handler: (input: Input) => unknown) => {
    if (call) answer(call, handler)
  }
  const validate = (values: Input, own: string | null) => {
    const refused = rules.refuse?.(values, rows, own) ?? []
    if (refused.length > 0) throw refusedFields(refused)
  }

  answer(resource.list, (input) => {
    const found = order(matching(rows, input, rules.search), input['sort'])
    const [page, size] = [Number(input['page']), Number(input['pageSize'])]
    return { items: found.slice((page - 1) * size, page * size).map(shown), total: found.length }
  })
  answer(resource.read, (input) => shown(at(input[id])))
  put(resource.insert, (input) => {
    validate(input, null)
    return { [id]: insert(input)[id] }
  })
  put(resource.update, (input) => {
    validate(input, String(input[id]))
    const row = current(input)
    const before = { ...row }
    Object.assign(row, settled(definition.fields, input), { version: row.version + 1 })
    log(row, `修改${label}`, before)
    return { version: row.version }
  })
  put(resource.remove, (input) => carryOut(current(input), 'delete', null))
  put(resource.change, (input) => {
    const row = current(input)
    carryOut(row, String(input['verb']), input['reason'])
    return row
  })
  put(resource.batch, (input) => {
    const all = input['ids'] ? (input['ids'] as string[]).map(at) : matching(rows, (input['filter'] ?? {}) as Input, rules.search)
    const begin = input['after'] ? all.findIndex((row) => row[id] === input['after']) + 1 : 0
    const some = all.slice(begin, begin + BATCH_STEP)
    const failed = some.flatMap((row) => {
      try {
        carryOut(row, String(input['verb']), input['reason'])
        return []
      } catch (error) {
        return [{ id: String(row[id]), name: String(row[naming]), message: (error as Error).message }]
      }
    })
    const last = some.at(-1)
    return { done: some.length - failed.length, failed, next: !input['ids'] && last && begin + BATCH_STEP < all.length ? last[id] : null }
  })
  put(resource.exportRows, (input) => {
    const ids = input['ids'] as string[] | undefined
    const chosen = order(ids ? rows.filter((row) => ids.includes(String(row[id]))) : matching(rows, input, rules.search), input['sort'])
    const columns = (input['columns'] as string[] | undefined) ?? Object.keys(definition.fields)
    const lines = chosen.map((row) => columns.map((field) => textOf(resource.row, field, row[field])))
    return new FileAnswer(`${label}.csv`, csv([columns.map((field) => labelOf(resource.row, field)), ...lines]))
  })
  serveImport(resource, insert, rows)
  return rows
}

/** Whatever the file holds, twelve rows are found in it, three of them bad: the page shows the way, not the reading of workbooks. */
function serveImport(resource: AnyResource, insert: (values: Input) => Row, rows: readonly Row[]): void {
  const { importTemplate, importColumns, importCheck, importWrite, importRead, importErrors, definition } = resource
  if (!importTemplate || !importColumns || !importCheck || !importWrite || !importRead || !importErrors) return
  const heads = Object.keys(definition.fields).map((field) => labelOf(resource.row, field))
  const problems = [
    { row: 4, name: '', messages: [`请填写${heads[0]}`] },
    { row: 7, name: '示例 07', messages: [`${heads[0]}与第 3 行重复`] },
    { row: 11, name: '示例 11', messages: ['库存须为整数', '采摘日期须为日期，例如 2026-01-31'] },
  ]
  answer(importTemplate, () => new FileAnswer(`${definition.label}导入模板.csv`, csv([heads])))
  const state = (fileName: string) => ({ importId: '1', fileName, total: 12, good: 9, bad: problems.length, ignored: ['颜色'], problems, asks: null, importStatus: 'checked' as const, written: 0, workId: null })
  const columns = Object.keys(definition.fields).map((field, i) => ({ field, label: heads[i] ?? field, required: i === 0, title: heads[i] ?? null }))
  answer(importColumns, () => ({ titles: [...heads, '颜色'].map((title) => ({ title, sample: '示例' })), columns }))
  answer(importCheck, (_input, file) => state(file?.name ?? ''))
  answer(importRead, () => state(''))
  answer(importWrite, () => {
    const sample = rows[0] as Row
    const fields = Object.fromEntries(Object.keys(definition.fields).map((field) => [field, sample[field]]))
    const [first = ''] = Object.keys(fields)
    for (let i = 1; i <= 9; i += 1) insert({ ...fields, [first]: `导入样例 ${i}` })
    return { written: 9, problems, workId: null }
  })
  answer(importErrors, () => new FileAnswer(`${definition.label}有问题的行.csv`, csv([[...heads, IMPORT_REASON], ...problems.map((p) => [p.name, ...heads.slice(1).map(() => ''), p.messages.join('；')])])))
}

const csv = (lines: string[][]): string => `\ufeff${lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}`

function matching(rows: readonly Row[], input: Input, search: readonly string[]): Row[] {
  return rows.filter((row) =>
    Object.entries(input).every(([name, wanted]) => {
      if (wanted === null || wanted === undefined || ['page', 'pageSize', 'sort', 'ids', 'columns'].includes(name)) return true
      if (name === 'keyword') return search.some((field) => String(row[field]).includes(String(wanted)))
      if (name.endsWith('From')) return String(row[name.slice(0, -4)]) >= String(wanted)
      if (name.endsWith('To')) return String(row[name.slice(0, -2)]) <= String(wanted)
      return row[name] === wanted
    }),
  )
}

function order(rows: Row[], sort: unknown): Row[] {
  const { field, order: way } = (sort ?? {}) as { field?: string; order?: string }
  if (!field) return rows
  const sign = way === 'desc' ? -1 : 1
  const compare = (a: unknown, b: unknown) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'zh-CN'))
  return [...rows].sort((a, b) => sign * compare(a[field], b[field]))
}
