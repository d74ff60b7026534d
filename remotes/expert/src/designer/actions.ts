import { QUESTION_TYPES } from '@assoc/contract/form/engine/document'
import { OFFERED_TYPES } from '@assoc/contract/form/template'
import { add, addAnother, addBlock, changeType, duplicate, move, remove, toggleRequired } from './commands'
import { nextRegion, toGroup, toProperties } from './regions'
import type { DesignerStore } from './store'

/** Something that can be done to the form: by its key, or from the palette by its name. */
export interface Action {
  id: string
  label: string
  /** As people read it; the first is the one that stands in the palette. */
  keys?: string[]
  /** Keys of lists alone, or everywhere in the designer, fields included. */
  scope: 'list' | 'all'
  reads?: true
  /** Only where forms are laid out so. */
  mode?: DesignerStore['mode']
  enabled?: (store: DesignerStore) => boolean
  run: (store: DesignerStore, where?: 'outline' | 'canvas') => void
}

const some = (store: DesignerStore): boolean => store.chosen.length > 0

export const ACTIONS: readonly Action[] = [
  { id: 'after', label: '在后面添加同类题目', keys: ['Ctrl+Enter'], scope: 'list', run: (store, where) => addAnother(store, where) },
  { id: 'add', label: '添加题目…', keys: ['Insert'], scope: 'all', run: (store) => store.openPalette('add') },
  { id: 'excel', label: '由 Excel 导入版面…', scope: 'all', mode: 'table', run: (store) => store.startImport() },
  { id: 'section', label: '添加分节', scope: 'list', mode: 'flow', run: (store) => addBlock(store, 'section') },
  { id: 'page', label: '添加页', scope: 'list', mode: 'flow', run: (store) => addBlock(store, 'page') },
  {
    id: 'rename',
    label: '改名',
    keys: ['F2'],
    scope: 'list',
    enabled: ({ active }) => active !== null,
    run: (store, where) => store.renameActive(where),
  },
  {
    id: 'up',
    label: '上移',
    keys: ['Alt+ArrowUp'],
    scope: 'list',
    mode: 'flow',
    enabled: (store) => store.selected.size > 0,
    run: (store) => move(store, -1),
  },
  {
    id: 'down',
    label: '下移',
    keys: ['Alt+ArrowDown'],
    scope: 'list',
    mode: 'flow',
    enabled: (store) => store.selected.size > 0,
    run: (store) => move(store, 1),
  },
  { id: 'duplicate', label: '复制一份', keys: ['Ctrl+D'], scope: 'list', enabled: some, run: (store) => duplicate(store) },
  {
    id: 'delete',
    label: '删除',
    keys: ['Delete', 'Backspace'],
    scope: 'list',
    enabled: (store) => store.selected.size > 0,
    run: (store) => void remove(store, false),
  },
  {
    id: 'bulk',
    label: '批量修改所选题目…',
    keys: ['Ctrl+E'],
    scope: 'list',
    enabled: (store) => store.chosen.length > 1,
    run: (store) => toProperties(store),
  },
  { id: 'all', label: '全选', keys: ['Ctrl+A'], scope: 'list', reads: true, run: (store) => store.selectAll() },
  { id: 'required', label: '改为必填或选填', keys: ['Alt+R'], scope: 'list', enabled: some, run: (store) => toggleRequired(store) },
  { id: 'options', label: '编辑选项', keys: ['Alt+O'], scope: 'list', enabled: some, run: (store) => toGroup(store, '选项') },
  {
    id: 'condition',
    label: '设置显示条件',
    keys: ['Alt+C'],
    scope: 'list',
    enabled: (store) => store.selected.size > 0,
    run: (store) => toGroup(store, '显示条件'),
  },
  { id: 'undo', label: '撤销', keys: ['Ctrl+Z'], scope: 'all', enabled: ({ canUndo }) => canUndo, run: (store) => store.undo() },
  {
    id: 'redo',
    label: '重做',
    keys: ['Ctrl+Y', 'Ctrl+Shift+Z'],
    scope: 'all',
    enabled: ({ canRedo }) => canRedo,
    run: (store) => store.redo(),
  },
  { id: 'save', label: '立即保存', keys: ['Ctrl+S'], scope: 'all', run: (store) => store.saveNow() },
  {
    id: 'next',
    label: '下一个问题',
    keys: ['F8'],
    scope: 'all',
    reads: true,
    enabled: ({ problems }) => problems.length > 0,
    run: (store) => store.nextProblem(1),
  },
  {
    id: 'previous',
    label: '上一个问题',
    keys: ['Shift+F8'],
    scope: 'all',
    reads: true,
    enabled: ({ problems }) => problems.length > 0,
    run: (store) => store.nextProblem(-1),
  },
  { id: 'region', label: '到下一个区域', keys: ['F6'], scope: 'all', reads: true, run: (store) => nextRegion(store) },
  { id: 'palette', label: '命令面板', keys: ['F1', 'Ctrl+Shift+P'], scope: 'all', reads: true, run: (store) => store.openPalette('all') },
]

/** What is done to cells. Their keys are the grid's own, for they mean something else in a list. */
const TABLE_ACTIONS: readonly Action[] = (
  [
    ['merge', '合并单元格', 'Ctrl+M', ({ table }) => table.merge()],
    ['split', '拆分单元格', 'Ctrl+Shift+M', ({ table }) => table.split()],
    ['above', '在上方插入行', 'Alt+ArrowUp', ({ table }) => table.insert('row', false)],
    ['below', '在下方插入行', 'Alt+ArrowDown', ({ table }) => table.insert('row', true)],
    ['before', '在左侧插入列', 'Alt+ArrowLeft', ({ table }) => table.insert('column', false)],
    ['behind', '在右侧插入列', 'Alt+ArrowRight', ({ table }) => table.insert('column', true)],
    ['row', '删除行', 'Ctrl+Delete', ({ table }) => table.remove('row')],
    ['column', '删除列', 'Ctrl+Shift+Delete', ({ table }) => table.remove('column')],
    ['rows', '选择整行', 'Shift+空格', ({ table }) => table.chooseOwnLines('row')],
    ['columns', '选择整列', 'Ctrl+空格', ({ table }) => table.chooseOwnLines('column')],
    ['row-up', '上移所选行', undefined, ({ table }) => table.moveLines('row', -1)],
    ['row-down', '下移所选行', undefined, ({ table }) => table.moveLines('row', 1)],
    ['column-left', '左移所选列', undefined, ({ table }) => table.moveLines('column', -1)],
    ['column-right', '右移所选列', undefined, ({ table }) => table.moveLines('column', 1)],
    ['clear', '清空单元格', 'Delete', ({ table }) => table.clear()],
    ['bold', '加粗或取消加粗', 'Ctrl+B', ({ table }) => table.style({ bold: table.here?.cell.bold ? undefined : true })],
    ['across', '切换横向与纵向', undefined, ({ table }) => table.across(!table.layout.across)],
  ] as const satisfies readonly (readonly [string, string, string | undefined, Action['run']])[]
).map(([id, label, keys, run]) => ({
  id: `table-${id}`,
  label,
  scope: 'list' as const,
  mode: 'table' as const,
  ...(keys === undefined ? {} : { keys: [keys] }),
  enabled: ({ doc }: DesignerStore) => doc.table !== undefined,
  run,
}))

export const addActions = (): Action[] =>
  OFFERED_TYPES.map((type) => ({
    id: `add-${type}`,
    label: `添加：${QUESTION_TYPES[type]}`,
    scope: 'list',
    run: (store, where) => add(store, type, where),
  }))

const typeActions = (): Action[] =>
  OFFERED_TYPES.map((type) => ({
    id: `to-${type}`,
    label: `改为：${QUESTION_TYPES[type]}`,
    scope: 'list',
    enabled: some,
    run: (store) => changeType(store, type),
  }))

const NAMES: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓' }
/** A key as it stands beside a command. */
export const keyText = (keys: string): string =>
  keys
    .split('+')
    .map((part) => NAMES[part] ?? part)
    .join('+')

function pressed(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const name = key.length === 1 ? key.toUpperCase() : key
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : '', name].filter(Boolean).join('+')
}

/** What a key does here, if anything. */
export function actionFor(store: DesignerStore, event: KeyboardEvent, scope: Action['scope']): Action | undefined {
  const keys = pressed(event)
  return ACTIONS.find(
    (action) =>
      action.scope === scope &&
      (action.mode === undefined || action.mode === store.mode) &&
      action.keys?.includes(keys) &&
      (action.reads || store.mayEdit) &&
      (action.enabled?.(store) ?? true),
  )
}

/** Everything that a designer of this kind can do, for the palette. */
export const actionsOf = (mode: DesignerStore['mode']): Action[] =>
  [...(mode === 'table' ? TABLE_ACTIONS : []), ...ACTIONS, ...addActions(), ...typeActions()].filter(
    (action) => action.mode === undefined || action.mode === mode,
  )
