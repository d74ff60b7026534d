import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { choiceField, id, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import type { Change } from './engine/compare'
import { QUESTION_TYPES, type FormDoc, type QuestionType } from './engine/document'
import { patchList, type Patch } from './engine/patch'
import type { Problem } from './engine/problems'
import { formKind } from './kinds'
import { formLookup } from './lookups'
import { form } from './permits'

export { formKind }

/** Types of questions that designers are offered. */
export const OFFERED_TYPES: readonly QuestionType[] = Object.keys(QUESTION_TYPES) as QuestionType[]

const publish = 'form:template:publish'
export const formStatus = statusMachine(
  '表单状态',
  { draft: ['草稿', 'grey'], published: ['已发布', 'green'], ended: ['已结束', 'amber'], archived: ['已归档', 'grey'] },
  [
    // A form that is in use is published anew by the same step: the next version, and rounds that run keep theirs.
    { from: ['draft', 'published', 'ended'], to: 'published', verb: 'publish', label: '发布', permit: publish, single: true },
    { from: ['published'], to: 'ended', verb: 'end', label: '结束使用', permit: publish, reason: 'optional' },
    { from: ['ended'], to: 'archived', verb: 'archive', label: '归档', permit: publish, danger: true },
  ],
)

/** A form that staff design (domain E5); what is filled in are its versions, which nobody changes. */
export const formTemplate = resource({
  name: 'formTemplate',
  label: '表单',
  view: 'expert/FormTemplate',
  base: '/form/template',
  id: 'templateId',
  fields: {
    formName: text('表单名称', 100),
    formKind: choiceField(formKind),
    remark: optionalText('备注', 200),
  },
  more: {
    /** Null until it is first published. */
    latestVersion: withMeta(z.number().int().nullable(), { label: '最新版本' }),
    /** Counts the changes of the draft. */
    docRevision: withMeta(z.number().int(), { label: '修改次数', show: 'count' }),
    /** Rounds that take answers, or will. */
    openRounds: withMeta(z.number().int(), { label: '进行中的发放', show: 'count' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('表单名称', 50),
    formKind: withMeta(z.array(formKind.schema), { label: '表单类型' }).optional(),
    formStatus: withMeta(z.array(formStatus.schema), { label: '表单状态' }).optional(),
  },
  facts: ['formKind', 'latestVersion', 'openRounds'],
  sortable: ['updateTime'],
  access: { read: form('template:read'), insert: form('template:update'), update: form('template:update'), remove: form('template:update'), export: form('template:read') },
  status: { field: 'formStatus', machine: formStatus },
})

/** A document in an answer: the server has read it by its schema, which costs more than the rest of the call. */
const documentSent = z.custom<FormDoc>((value) => typeof value === 'object' && value !== null)
const patchesSent = z.custom<Patch[]>((value) => Array.isArray(value))
const changesSent = z.custom<Change[]>((value) => Array.isArray(value))
const problemsSent = z.custom<Problem[]>((value) => Array.isArray(value))
const revision = () => withMeta(z.number().int().min(0).max(2_147_483_647), { label: '修改号' })
const ofTemplate = { templateId: ref('表单', formLookup) }

/** The draft of a form, as the designer opens it. */
export const selectFormDraft = call({
  path: '/form/template/selectFormDraft',
  title: '打开表单设计',
  access: form('template:read'),
  request: body(ofTemplate),
  response: z.object({
    templateId: id(),
    formName: z.string(),
    formKind: formKind.schema,
    formStatus: formStatus.schema,
    latestVersion: z.number().int().nullable(),
    revision: revision(),
    document: documentSent,
  }),
})

/**
 * Saves changes of a draft. What others have changed meanwhile is merged and comes back as `document`; where both changed the same
 * thing nothing is saved, and the refusal (a conflict) has `current: { revision, document, conflicts }`.
 *
 * Without an audit row: a designer saves every two seconds, and the history of the draft tells who changed what.
 */
export const saveFormDraft = call({
  path: '/form/template/saveFormDraft',
  title: '保存表单设计',
  access: form('template:update'),
  write: true,
  ownSettings: true,
  request: body({ ...ofTemplate, base: revision(), patches: patchList }),
  response: z.object({ revision: revision(), document: documentSent.nullable() }),
})

/** Who has changed a draft in the last 90 days, the newest first; the inverse of the patches takes a change back. */
export const selectFormChanges = call({
  path: '/form/template/selectFormChanges',
  title: '查询表单修改历史',
  access: form('template:read'),
  request: pageQuery(ofTemplate, ['createTime']),
  response: pageOf(z.object({ changeId: id(), revision: revision(), userName: z.string(), createTime: z.string(), patches: patchesSent })),
})

/** What stands in the way of publishing a draft, and what publishing would change of the version before, by what it means for comparing answers. */
export const checkFormDraft = call({
  path: '/form/template/checkFormDraft',
  title: '检查表单设计',
  access: form('template:read'),
  request: body(ofTemplate),
  response: z.object({ revision: revision(), problems: problemsSent, changes: changesSent, latestVersion: z.number().int().nullable() }),
})

/** The versions of a form, the newest first. */
export const selectFormVersions = call({
  path: '/form/template/selectFormVersions',
  title: '查询表单版本',
  access: form('template:read'),
  request: body(ofTemplate),
  response: z.array(z.object({ versionNo: z.number().int(), sha256: z.string(), questionCount: z.number().int(), userName: z.string(), createTime: z.string() })),
})

/** One version of a form, as it was published. */
export const selectFormVersion = call({
  path: '/form/template/selectFormVersion',
  title: '查看表单版本',
  access: form('template:read'),
  request: body({ ...ofTemplate, versionNo: withMeta(z.number().int().min(1).max(100_000), { label: '版本' }) }),
  response: z.object({ versionNo: z.number().int(), sha256: z.string(), document: documentSent }),
})

const versionNo = withMeta(z.number().int().min(1).max(100_000), { label: '版本' })

/** The data dictionary of the draft, or of a version: a row a question, as a workbook that can be edited and taken back. */
export const exportFormDictionary = call({
  path: '/form/template/exportFormDictionary',
  title: '下载数据字典',
  access: form('template:read'),
  blob: true,
  request: body({ ...ofTemplate, versionNo: versionNo.optional() }),
  response: z.unknown(),
})

/** Largest dictionary in MB. */
export const DICTIONARY_MB = 5

/**
 * What an edited dictionary would change of the draft; nothing is kept. Its patches are saved as those of the designer are
 * (`saveFormDraft`), so that what others have changed meanwhile merges or is a conflict.
 */
export const readFormDictionary = call({
  path: '/form/template/readFormDictionary',
  title: '读取数据字典',
  access: form('template:update'),
  multipart: true,
  maxMb: DICTIONARY_MB,
  request: body(ofTemplate),
  response: z.object({
    revision: revision(),
    patches: patchesSent,
    changes: changesSent,
    /** Rows that are not taken, from 1 without the titles, each with the reason. */
    refused: z.array(z.object({ row: z.number().int(), message: z.string() })),
  }),
})
