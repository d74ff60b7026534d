import { addDrafts, addedKeys, addPage, addQuestion, addSection, duplicateQuestions, moveBlock, moveBlockBy, moveQuestions, moveQuestionsBy, pasteQuestions, placeOf, referencesTo, removeBlock, removeQuestions, retypeQuestion, type Place } from '@assoc/contract/form/engine/commands'
import { isAsked, LIMITS, mayBeColumn, placesOf, QUESTION_TYPES, type Block, type QuestionType } from '@assoc/contract/form/engine/document'
import { questionsFromText } from '@assoc/contract/form/engine/text-questions'
import { toasts } from '@assoc/session'
import { copiedQuestions, readCopied } from './clipboard'
import { topsOf, withPatches } from './document-parts'
import { blockPlaceOfDrop, placeOfDrop, type Drop } from './drops'
import { toProperties } from './regions'
import { blockTitle } from './rows'
import type { DesignerStore } from './store'

// What is done to questions and blocks that are chosen: each is one step that can be taken back, and says where things went.

export function toggleRequired(store: DesignerStore): void {
  const keys = store.chosen.filter((key) => store.doc.questions[key] && isAsked(store.doc.questions[key]))
  if (keys.length === 0) return
  const on = keys.some((key) => !store.doc.questions[key]?.required)
  const refused = store.set(keys, 'required', on ? true : undefined)
  if (refused === null) store.say(on ? '已改为必填' : '已改为选填')
}

export function changeType(store: DesignerStore, type: QuestionType): void {
  const keys = store.chosen
  const lost = new Set<string>()
  const next = keys.reduce((doc, key) => {
    // Answers under a published key keep the type that they were given for.
    if (store.published?.questions[key] || (doc.questions[key]?.in !== undefined && !mayBeColumn({ type }))) return doc
    const made = retypeQuestion(doc, key, type, store.newKey)
    for (const one of made.lost) lost.add(one)
    return withPatches(doc, made.patches)
  }, store.doc)
  if (next === store.doc) return store.refuse('所选题目不能改为此题型')
  const refused = store.edit(next, '修改题型')
  if (refused !== null) return store.refuse(refused)
  store.say(`已改为${QUESTION_TYPES[type]}${lost.size > 0 ? `，不再有：${[...lost].join('、')}` : ''}`)
  if (lost.size > 0) toasts.success(`已改为${QUESTION_TYPES[type]}，不再有：${[...lost].join('、')}。可按 Ctrl+Z 撤销。`)
}

/** Where the next question goes: behind what has the focus. */
function nextPlace(store: DesignerStore, type?: QuestionType): Place | undefined {
  const { doc, active } = store
  if (store.mode === 'table') {
    const { cursor, layout } = store.table
    const [row, column] = [layout.rows[cursor.row], layout.columns[cursor.column]]
    return row && column && store.table.here?.cell.key === undefined ? { row: row.id, column: column.id } : undefined
  }
  if (active !== null && doc.questions[active]) {
    const owner = doc.questions[active].in
    // What may be no column stands behind the whole table.
    if (owner !== undefined && type !== undefined && !mayBeColumn({ type })) return placeOf(doc, owner)
    const place = placeOf(doc, active)
    if (place) return place
  }
  const block = active === null ? undefined : doc.blocks[active]
  if (active !== null && block?.kind === 'section') return { section: active, after: null }
  const page = block?.kind === 'page' ? active : (doc.pages.at(-1) ?? null)
  const section = page === null ? undefined : block ? doc.blocks[page]?.items[0] : doc.blocks[page]?.items.at(-1)
  return section === undefined ? undefined : block ? { section, after: null } : { section }
}

export function add(store: DesignerStore, type: QuestionType, where: 'outline' | 'canvas' = 'outline'): void {
  let place = nextPlace(store, type)
  if (!place && store.mode === 'flow') {
    // A form without pages gets its first.
    if (!store.carryOut('添加页', addPage(store.doc, undefined, store.newKey))) return
    place = nextPlace(store, type)
  }
  addTo(store, type, place, where)
}

function addTo(store: DesignerStore, type: QuestionType, place: Place | undefined, where: 'outline' | 'canvas'): void {
  const patches = addQuestion(store.doc, type, place, store.newKey)
  const key = addedKeys(patches).find((one) => (withPatches(store.doc, patches).questions[one]?.type ?? type) === type)
  if (!store.carryOut('添加题目', patches, () => (key === undefined ? [] : [key]))) return
  store.say(`已添加${QUESTION_TYPES[type]}，请输入题目`)
  if (key !== undefined && store.mode === 'flow') store.rename(key, where)
  else toProperties(store)
}

/** Adds a question where its kind was let go. */
export function addAt(store: DesignerStore, type: QuestionType, drop: Drop): void {
  const place = placeOfDrop(store.doc, drop)
  if (place) addTo(store, type, place, 'outline')
}

export function addAnother(store: DesignerStore, where: 'outline' | 'canvas' = 'outline'): void {
  const one = store.active === null ? undefined : store.doc.questions[store.active]
  add(store, one?.type ?? 'text', where)
}

export function addColumn(store: DesignerStore, table: string): void {
  const last = store.doc.questions[table]?.columns?.at(-1)
  const patches = addQuestion(store.doc, 'text', { table, ...(last === undefined ? {} : { after: last }) }, store.newKey)
  const [key] = addedKeys(patches)
  if (!key || !store.carryOut('添加列', patches, () => [key])) return
  if (store.folded.has(table)) store.fold(table)
  if (store.mode === 'flow') store.rename(key, 'outline')
}

export function addBlock(store: DesignerStore, kind: 'page' | 'section'): void {
  const { doc, active } = store
  const place = active === null ? undefined : placesOf(doc).get(doc.questions[active]?.in ?? active)
  const own = active === null ? undefined : doc.blocks[active]
  const page =
    own?.kind === 'page'
      ? active
      : (place?.page ?? doc.pages.find((one) => active !== null && doc.blocks[one]?.items.includes(active)) ?? doc.pages.at(-1))
  const section = own?.kind === 'section' ? active : (place?.section ?? undefined)
  const patches = kind === 'page' ? addPage(doc, page, store.newKey) : addSection(doc, page ?? '', section, store.newKey)
  const id = patches.find(({ at, to }) => at[0] === 'blocks' && at.length === 2 && (to as Block | undefined)?.kind === kind)?.at[1]
  if (id === undefined || !store.carryOut(kind === 'page' ? '添加页' : '添加分节', patches, () => [id])) return
  store.say(kind === 'page' ? '已添加页，请输入标题' : '已添加分节，请输入标题')
  store.rename(id, 'outline')
}

/** Blocks that are chosen when no question is. */
function blocks(store: DesignerStore): string[] {
  return store.nodes.flatMap(({ id }) => (store.selected.has(id) && store.doc.blocks[id] ? [id] : []))
}

export function move(store: DesignerStore, by: 1 | -1): void {
  const keys = store.chosen
  const [block] = blocks(store)
  if (keys.length === 0 && block === undefined) return
  const patches = keys.length > 0 ? moveQuestionsBy(store.doc, keys, by) : moveBlockBy(store.doc, block as string, by)
  if (!store.carryOut('移动', patches)) return store.say(by < 0 ? '已在最前面' : '已在最后面')
  store.say(whereIs(store, keys[0] ?? (block as string), keys.length))
}

/** Moves questions, a page or a section to where they were let go, as one step. */
export function moveTo(store: DesignerStore, ids: readonly string[], drop: Drop): void {
  const [first = ''] = ids
  const place = store.doc.blocks[first] ? undefined : placeOfDrop(store.doc, drop)
  const patches = store.doc.blocks[first] ? moveBlock(store.doc, first, blockPlaceOfDrop(store.doc, first, drop)) : place ? moveQuestions(store.doc, ids, place, store.newKey) : []
  if (store.carryOut('移动', patches, () => ids)) store.say(whereIs(store, first, ids.length))
}

/** Where something stands now, as it is said after a move. */
function whereIs(store: DesignerStore, id: string, count: number): string {
  const { doc } = store
  const place = placesOf(doc).get(id)
  const owner = doc.questions[id]?.in
  const list = place ? doc.blocks[place.section]?.items : owner !== undefined ? doc.questions[owner]?.columns : undefined
  const inside = place ? `“${blockTitle(doc, place.section)}”` : owner !== undefined ? `“${store.nameOf(owner)}”` : ''
  if (!list) {
    const page = doc.pages.indexOf(id)
    const holder = doc.pages.find((one) => doc.blocks[one]?.items.includes(id))
    if (page >= 0) return `“${blockTitle(doc, id)}”已移到第 ${page + 1} 页，共 ${doc.pages.length} 页`
    return holder === undefined
      ? '已移动'
      : `“${blockTitle(doc, id)}”已移到“${blockTitle(doc, holder)}”第 ${(doc.blocks[holder]?.items.indexOf(id) ?? 0) + 1} 节`
  }
  const what = count > 1 ? `${count} 道题` : `“${store.nameOf(id)}”`
  return `${what}已移到${inside}第 ${list.indexOf(id) + 1} 位，共 ${list.length} 位`
}

export function duplicate(store: DesignerStore): void {
  const keys = store.chosen
  if (keys.length === 0) return
  const patches = duplicateQuestions(store.doc, keys, store.newKey)
  if (store.carryOut('复制题目', patches, (next) => topsOf(next, addedKeys(patches)))) store.say(`已复制 ${keys.length} 道题`)
}

/** Deletes what is chosen; what is referred to is asked about first. */
export function remove(store: DesignerStore, cut: boolean): void {
  const keys = store.chosen
  const ids = keys.length > 0 ? keys : blocks(store)
  if (ids.length === 0) return
  const inside = ids.flatMap((id) => questionsIn(store, id))
  const gone = new Set([...inside, ...inside.flatMap((key) => store.doc.questions[key]?.columns ?? [])])
  const referrers = [
    ...new Set(
      inside.flatMap((key) =>
        referencesTo(store.doc, key).flatMap(({ at, message }) => (gone.has(at) || ids.includes(at) ? [] : [message])),
      ),
    ),
  ]
  const published = inside.filter((key) => store.published?.questions[key])
  if (published.length > 0) referrers.push(`${published.length} 道题已发布过；如只是不再填报，请改用“停用”，以便与以前的答案对照`)
  if (referrers.length === 0 && (keys.length > 0 || inside.length === 0)) return removeNow(store, ids, cut)
  store.ask({ ids, referrers })
}

function questionsIn(store: DesignerStore, id: string): string[] {
  const block = store.doc.blocks[id]
  return block ? block.items.flatMap((item) => questionsIn(store, item)) : [id]
}

export function removeNow(store: DesignerStore, ids: readonly string[], cut = false): void {
  store.closeDeleting()
  const order = store.nodes.map((node) => node.id)
  const keys = ids.filter((id) => store.doc.questions[id])
  const patches = keys.length > 0 ? removeQuestions(store.doc, keys) : removeBlock(store.doc, ids[0] ?? '')
  const going = new Set(ids)
  const at = order.indexOf(ids[0] ?? '')
  const next = order.slice(at).find((id) => !going.has(id)) ?? order.slice(0, at).findLast((id) => !going.has(id))
  if (
    !store.carryOut(cut ? '剪切' : '删除', patches, (doc) =>
      next !== undefined && (doc.questions[next] ?? doc.blocks[next]) ? [next] : [],
    )
  )
    return
  store.say(cut ? `已剪切 ${ids.length} 道题` : `已删除 ${ids.length} 项，可按 Ctrl+Z 撤销`)
}

export function copied(store: DesignerStore): ReturnType<typeof copiedQuestions> {
  const keys = store.chosen.length > 0 ? store.chosen : blocks(store).flatMap((id) => questionsIn(store, id))
  return copiedQuestions(store.doc, keys)
}

/** Questions of a form as they were copied, or a text that is read as questions. */
export function paste(store: DesignerStore, payload: string, text: string): void {
  const read = payload === '' ? null : readCopied(payload)
  if (read) {
    const first = read.source.questions[read.keys[0] ?? '']
    const made = pasteQuestions(store.doc, read.source, read.keys, nextPlace(store, first?.type), store.newKey)
    if (!store.carryOut('粘贴题目', made.patches, (next) => topsOf(next, addedKeys(made.patches)))) return
    store.say(`已粘贴 ${read.keys.length} 道题`)
    for (const sentence of made.dropped.slice(0, 3)) toasts.success(sentence)
    return
  }
  const { sections, unread } = questionsFromText(text)
  const place = nextPlace(store, 'note')
  const count = sections.reduce((sum, { questions }) => sum + questions.length, 0)
  if (count === 0 || !place || !('section' in place)) return store.refuse('剪贴板中没有可以粘贴的题目')
  const room = LIMITS.questions - Object.keys(store.doc.questions).length
  if (count > room) return store.refuse(`文字中有 ${count} 道题，表单最多 ${LIMITS.questions} 道，还能添加 ${Math.max(0, room)} 道，请分次粘贴`)
  const patches = addDrafts(store.doc, sections, place, store.newKey)
  if (!store.carryOut('粘贴文字', patches, (next) => topsOf(next, addedKeys(patches)))) return
  const told = `已从文字生成 ${count} 道题${unread.length > 0 ? `，${unread.length} 行没有识别` : ''}，可按 Ctrl+Z 撤销`
  store.say(told)
  toasts.success(told)
}
