import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, id, instant, optionalText, ref, withMeta } from '../core/fields'
import { pi, plainAnswer } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import type { Answers } from './engine/answers'
import type { FormDoc } from './engine/document'
import { certificateSent } from './certificate'
import { formRoundLookup } from './lookups'
import { BY_FILLER, form } from './permits'
import { questionFilter } from './question-filter'
import { companySize, respondentArea } from './respondent-marks'

const audit = 'form:answer:audit'
export const answerStatus = statusMachine(
  '填报状态',
  {
    empty: ['未填', 'grey'],
    draft: ['暂存', 'amber'],
    submitted: ['已提交', 'blue'],
    returned: ['已退回', 'red'],
    certified: ['已认证', 'green'],
    void: ['已作废', 'grey'],
  },
  [
    { from: ['empty'], to: 'draft', verb: 'begin', label: '开始填报', permit: BY_FILLER, single: true },
    { from: ['draft', 'returned'], to: 'submitted', verb: 'submit', label: '提交', permit: BY_FILLER, single: true },
    { from: ['empty'], to: 'submitted', verb: 'takePart', label: '匿名提交', permit: BY_FILLER, single: true },
    { from: ['submitted'], to: 'draft', verb: 'withdraw', label: '撤回', permit: BY_FILLER, single: true },
    { from: ['submitted'], to: 'certified', verb: 'certify', label: '认证通过', permit: audit, reason: 'optional', reasonLabel: '认证意见', separate: true },
    { from: ['submitted'], to: 'returned', verb: 'refuse', label: '认证不通过', permit: audit, reason: 'required', reasonLabel: '退回原因', danger: true, separate: true },
    { from: ['empty', 'draft', 'submitted', 'returned', 'certified'], to: 'void', verb: 'cancel', label: '作废', permit: audit, reason: 'required', reasonLabel: '作废原因', danger: true },
  ],
)

/** What one respondent has filled in for a round (domain E5). */
export const formAnswer = resource({
  name: 'formAnswer',
  label: '填报',
  fileTitle: '填报情况',
  view: 'expert/FormAuth',
  base: '/form/answer',
  id: 'answerId',
  fields: { roundId: ref('发放', formRoundLookup) },
  more: {
    roundName: withMeta(z.string(), { label: '发放名称' }),
    formName: withMeta(z.string(), { label: '表单名称' }),
    respondentName: withMeta(z.string(), { label: '填报对象' }),
    /** Whom it is about, in an evaluation. */
    subjectName: withMeta(z.string().nullable(), { label: '评价对象' }),
    /** Who handed it in last. */
    submitterName: withMeta(z.string().nullable(), { label: '提交人' }),
    submitTime: withMeta(z.string().nullable(), { label: '提交时间', show: 'instant' }),
    submissionCount: withMeta(z.number().int(), { label: '提交次数', show: 'count' }),
    /** Why it was added after the round had begun. */
    lateReason: withMeta(z.string().nullable(), { label: '补发原因' }),
    auditOpinion: withMeta(z.string().nullable(), { label: '认证意见' }),
    certificateNo: withMeta(z.string().nullable(), { label: '认证编号' }),
    certifyFlag: withMeta(z.boolean(), { label: '需要认证' }),
    /** Questions that were sent back and are not closed. */
    queryCount: withMeta(z.number().int(), { label: '未关闭的退回题目', show: 'count' }),
    /** Until when what was sent back may be handed in again after the end. */
    returnUntil: withMeta(z.string().nullable(), { label: '重新提交期限', show: 'instant' }),
    versionNo: withMeta(z.number().int(), { label: '版本' }),
    /** The row says that its respondent has taken part, and holds nothing of what was answered. */
    anonymousFlag: withMeta(z.boolean(), { label: '匿名填报' }),
    /** It is the content of another area's record, which is reviewed there. */
    ownedFlag: withMeta(z.boolean(), { label: '申报材料' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('公司名称、代码或账号姓名', 50),
    roundId: ref('发放', formRoundLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
    respondentArea: withMeta(z.array(respondentArea.schema), { label: '辖区', options: respondentArea.labels }).optional(),
    companySize: withMeta(z.array(companySize.schema), { label: '公司规模', options: companySize.labels }).optional(),
    answerStatus: withMeta(z.array(answerStatus.schema), { label: '填报状态' }).optional(),
    /** By what was answered, of answers that are handed in. */
    questions: questionFilter.optional(),
  },
  facts: ['respondentName', 'subjectName', 'roundName', 'submitTime'],
  told: ['auditOpinion'],
  sortable: ['updateTime', 'submitTime'],
  access: { read: form('answer:read'), export: form('answer:read') },
  status: { field: 'answerStatus', machine: answerStatus },
})

/** A document or answers that the server has read by their schemas, which cost more than the rest of the call. */
export const documentSent = z.custom<FormDoc>((value) => typeof value === 'object' && value !== null)
export const answersSent = z.custom<Answers>((value) => typeof value === 'object' && value !== null)
/** Personal answers by their paths, masked. */
export const personalSent = withMeta(z.record(z.string(), z.string()), { label: '个人信息' })

const ofAnswer = { answerId: ref('填报', 'formAnswer') }

/** An answer as staff read it: the document that it was filled in by, what stands in it, and how often it was handed in. */
export const selectAnswerContent = call({
  path: '/form/answer/selectAnswerContent',
  title: '查看填报内容',
  access: form('answer:read'),
  request: body(ofAnswer),
  response: z.object({
    answerId: id(),
    answerStatus: answerStatus.schema,
    versionNo: z.number().int(),
    certificate: certificateSent.nullable(),
    document: documentSent,
    answers: answersSent,
    personal: personalSent,
    submissions: z.array(z.object({ submissionNo: z.number().int(), submitTime: z.string(), userName: z.string() })),
  }),
})

/** What was handed in at one time. */
export const selectFormSubmission = call({
  path: '/form/answer/selectFormSubmission',
  title: '查看提交记录',
  access: form('answer:read'),
  request: body({ ...ofAnswer, submissionNo: withMeta(z.number().int().min(1).max(100_000), { label: '提交次数' }) }),
  response: z.object({ submissionNo: z.number().int(), submitTime: instant('提交时间'), userName: z.string(), versionNo: z.number().int(), answers: answersSent, omitted: z.array(z.string()) }),
})

/** Personal answers of one respondent in plain text, by their paths; each look is noted. */
export const selectAnswerPlain = call({
  path: '/form/answer/selectAnswerPlain',
  title: '查看填报个人信息明文',
  access: pi('plain:view'),
  reveals: true,
  request: body({ ...ofAnswer, paths: withMeta(z.array(z.string().min(1).max(200)).min(1).max(100), { label: '题目' }) }),
  response: plainAnswer,
})

export const exportFormat = choice('文件格式', { xlsx: 'Excel 工作簿', csv: 'CSV', spss: 'SPSS（语法与数据）', docx: 'Word（每份一个文件）', pdf: 'PDF（每份一个文件）' })
export const exportEncoding = choice('编码', { utf8: 'UTF-8', gb18030: 'GB18030' })
export const exportValues = choice('选择题内容', { labels: '选项文字', codes: '选项代码' })
export const exportPersonal = choice('个人信息', { masked: '遮盖', plain: '明文' })
/** Answers that are a Word or PDF file each, in one archive. */
export const PAPERS_MOST = 2000
/** Answers up to which the file comes at once; above, it is made as a work. */
export const EXPORT_AT_ONCE = { xlsx: 500, csv: 500, spss: 500, docx: 10, pdf: 10 } as const

/**
 * What was filled in for a round: a row a respondent and a sheet or file for each table, or a document a respondent. Many are made as a work
 * whose `workId` goes with F00006. Personal answers are masked, or in plain text for a reason by whoever may see them.
 */
export const exportAnswerContent = call({
  path: '/form/answer/exportAnswerContent',
  title: '导出填报内容',
  access: form('answer:read'),
  blob: true,
  request: body({
    roundId: ref('发放', formRoundLookup),
    /** Those that are handed in when left out. */
    answerStatus: withMeta(z.array(answerStatus.schema).min(1).max(6), { label: '填报状态' }).optional(),
    /** A workbook with labels and masked personal answers when left out. */
    format: choiceField(exportFormat).optional(),
    /** Of a CSV file. */
    encoding: choiceField(exportEncoding).optional(),
    values: choiceField(exportValues).optional(),
    personal: choiceField(exportPersonal).optional(),
    reason: optionalText('导出原因', 200),
  }),
  response: z.unknown(),
})

export const paperFormat = choice('文件格式', { pdf: 'PDF', docx: 'Word' })

/** One answer as it is read on the screen, to be printed or filed. Personal answers are masked. */
export const exportAnswerPaper = call({
  path: '/form/answer/exportAnswerPaper',
  title: '下载填报文件',
  access: form('answer:read'),
  blob: true,
  request: body({ ...ofAnswer, format: choiceField(paperFormat) }),
  response: z.unknown(),
})
