import { z } from 'zod'
import { body, call } from '../../core/call'
import { id, optionalText, ref, text, withMeta } from '../../core/fields'
import { files } from '../../core/files'
import { lines } from '../../core/kinds'
import { resource } from '../../core/resource'
import { companyLookup } from '../../member/lookups'
import { isIdCard, orEmpty } from '../../rules/identifiers'
import { review } from '../permits'

/** Authors of one work. */
export const AUTHORS_MOST = 20
/** Endings of what a work consists of: of these properties are known, and taken out of what a blind expert is given. */
export const WORK_FILES = ['pdf', 'docx', 'xlsx', 'jpg', 'png'] as const

// A number that was given before comes back masked; it stays as it is stored.
const kept = (value: string) => value.includes('*')
const mobileNo = withMeta(
  z.string().trim().refine((v) => kept(v) || /^1[3-9]\d{9}$/.test(v), '手机号码须为 11 位数字'),
  { label: '手机号码' },
)
const idCardNo = withMeta(
  z.string().trim().toUpperCase().refine((v) => kept(v) || isIdCard(v), '身份证号不正确'),
  { label: '身份证号' },
)

/** Somebody behind a work. Numbers are only ever compared, so that they are kept masked with a blind index and nobody can read them again. */
const author = { name: text('姓名', 32), unit: optionalText('单位', 100), mobile: orEmpty(mobileNo).optional(), idCard: orEmpty(idCardNo).optional() }

/** A work that is handed in for review by itself, neither a declaration nor an essay of a call. */
export const reviewWork = resource({
  name: 'reviewWork',
  label: '送审件',
  base: '/expert/reviewWork',
  id: 'workId',
  fields: {
    title: withMeta(text('作品名称', 200), { alsoCalled: ['名称', '标题', '题目'] }),
    summary: optionalText('内容摘要', 2000),
    authors: lines('作者', author, { max: AUTHORS_MOST }).nullish(),
    companyId: orEmpty(ref('报送单位', companyLookup)).optional(),
    files: files('作品文件', { exts: WORK_FILES, maxMb: 20, max: 5 }).nullish(),
    remark: optionalText('备注', 200),
    /** How a workbook says the authors; the form has lines for them. */
    authorsText: withMeta(optionalText('作者（文字）', 1000), { importAs: '作者（姓名，单位，手机号码，身份证号；多人换行）', alsoCalled: ['作者'] }),
  },
  more: {
    workNo: withMeta(z.string(), { label: '作品编号' }),
    companyName: withMeta(z.string().nullable(), { label: '报送单位' }),
    authorNames: withMeta(z.string(), { label: '作者姓名' }),
    /** Batches that review it. */
    batchCount: withMeta(z.number().int(), { label: '参加批次', show: 'count' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: { keyword: optionalText('编号、名称或拼音首字母', 50), companyId: ref('报送单位', companyLookup).optional() },
  facts: ['workNo', 'companyName', 'authorNames', 'batchCount'],
  sortable: ['workNo', 'updateTime'],
  access: { read: review('batch:read'), insert: review('batch:update'), update: review('batch:update'), remove: review('batch:update'), export: review('batch:read'), import: review('batch:update') },
})

/** Bounds of one zip of works. */
export const WORKS_ZIP = { files: 500, works: 200, megabytes: 200, unpackedMegabytes: 400, fileMegabytes: 20 } as const

/** Makes a work of each folder of a zip, or of each file that stands in none. */
export const uploadReviewWorks = call({
  path: '/expert/reviewWork/uploadReviewWorks',
  title: '批量上传送审件',
  access: review('batch:update'),
  write: true,
  multipart: true,
  maxMb: WORKS_ZIP.megabytes,
  request: body({}),
  response: z.object({ workIds: z.array(id()) }),
})
