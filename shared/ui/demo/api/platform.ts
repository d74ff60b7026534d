import type { ResponseOf } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { insertRecordNote, selectNoteReaders, selectRecordProcess, selectRecordRelated, selectRecordTimeline, withdrawRecordNote, type TimelineItem } from '@assoc/contract/platform/record'
import { deleteDraft, saveDraft, selectDraft, savePreference, selectPreferences } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import { FileAnswer, answer } from './adapter'

type Entry = ResponseOf<typeof selectAuditOfRecord>[number]

const audit = new Map<string, Entry[]>()
const notes = new Map<string, TimelineItem[]>()
const drafts = new Map<string, { content: unknown; savedTime: string }>()
const settings = new Map<string, unknown>()
let auditId = 0
const uploads = new Map<string, string>()
let fileId = 0

const HISTORY: [daysAgo: number, title: string, reason: string | null, changes: Entry['changes']][] = [
  [2, '修改', null, [{ field: '单价（元）', before: '180', after: '200' }, { field: '备注', before: null, after: '春茶到货' }]],
  [9, '退回', '缺少产地证明，请补充后再提交', []],
  [30, '新增', null, []],
]

/** Writes what happened to a record into its timeline. */
export function note(recordType: string, recordId: string, title: string, changes: Entry['changes'], reason: string | null): void {
  const key = `${recordType}/${recordId}`
  const entry: Entry = { auditId: String((auditId += 1)), time: new Date().toISOString(), userName: '演示人员', title, reason, changes }
  audit.set(key, [entry, ...(audit.get(key) ?? [])])
}

/** Puts a draft where a form will find it. */
export const seedDraft = (key: string, content: unknown): void => void drafts.set(key, { content, savedTime: '2026-03-01T09:30:00+08:00' })

/** Answers the calls that the kit makes by itself: settings, drafts and the timeline. All is forgotten with the page. */
export function servePlatform(): void {
  answer(selectPreferences, () => Object.fromEntries(settings))
  answer(savePreference, ({ key, value }) => void (value === null ? settings.delete(String(key)) : settings.set(String(key), value)))
  answer(selectDraft, ({ key }) => drafts.get(String(key)) ?? null)
  answer(saveDraft, ({ key, content }) => {
    const savedTime = new Date().toISOString()
    drafts.set(String(key), { content, savedTime })
    return { savedTime }
  })
  answer(deleteDraft, ({ key }) => void drafts.delete(String(key)))
  answer(uploadFile, (_input, file) => {
    fileId += 1
    uploads.set(String(fileId), file?.name ?? '')
    return { fileId: String(fileId), fileName: file?.name ?? '', fileSize: file?.size ?? 0 }
  })
  answer(downloadFile, (input) => new FileAnswer(uploads.get(String(input['fileId'])) ?? '文件', '演示内容'))
  answer(getDraftKey, () => ({ key: btoa('k'.repeat(32)) }))
  answer(selectAuditOfRecord, ({ recordType, recordId }) => historyOf(recordType, recordId))
  answer(selectRecordProcess, () => null)
  answer(selectRecordRelated, () => ({ up: [], lists: [] }))
  answer(selectNoteReaders, () => [{ userId: '2', realName: '韩知夏', deptName: '采购部' }])
  answer(selectRecordTimeline, ({ recordType, recordId }) => {
    const changes = historyOf(recordType, recordId).map(
      ({ auditId: id, time, userName, title, reason, changes: changed }): TimelineItem => ({ key: id, kind: 'change', time, userName, title, text: reason, textLabel: reason && '原因', changes: changed, files: [], note: null }),
    )
    return { items: [...(notes.get(`${String(recordType)}/${String(recordId)}`) ?? []), ...changes], more: false }
  })
  answer(insertRecordNote, ({ recordType, recordId, content }) => {
    const noteId = String((auditId += 1))
    const key = `${String(recordType)}/${String(recordId)}`
    const item: TimelineItem = { key: noteId, kind: 'note', time: new Date().toISOString(), userName: '演示人员', title: '添加备注', text: String(content), textLabel: null, changes: [], files: [], note: { noteId, mentioned: [], state: 'shown', mine: true } }
    notes.set(key, [item, ...(notes.get(key) ?? [])])
    return { noteId }
  })
  answer(withdrawRecordNote, ({ noteId }) => {
    for (const [key, items] of notes) notes.set(key, items.map((item): TimelineItem => (item.note && item.note.noteId === noteId ? { ...item, text: null, note: { ...item.note, state: 'retracted' } } : item)))
    return {}
  })
}

/** What was noted of a record while the page is open, and before that what every record of the demo has been through. */
function historyOf(recordType: unknown, recordId: unknown): Entry[] {
  const before = HISTORY.map(([days, title, reason, changes], i) => ({
    auditId: String(900_000 + i),
    time: new Date(Date.now() - days * 86_400_000).toISOString(),
    userName: ['韩知夏', '审核员', '韩知夏'][i] ?? '',
    title,
    reason,
    changes,
  }))
  return [...(audit.get(`${String(recordType)}/${String(recordId)}`) ?? []), ...before]
}
