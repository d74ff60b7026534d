import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, id, ref, withMeta } from '../core/fields'
import { companyLookup } from './lookups'
import { member } from './permits'

/** What a parsed row would do to the register of companies (domain A16). */
export const matchResult = choice(
  '匹配结果',
  { insert: '新增', update: '更新', same: '无变化', codeChange: '代码变更', conflict: '冲突', invalid: '格式错误' },
  { insert: 'green', update: 'blue', same: 'grey', codeChange: 'violet', conflict: 'amber', invalid: 'red' },
)
export const rowStatus = choice('处理状态', { pending: '待确认', written: '已写入', ignored: '已忽略' }, { pending: 'amber', written: 'green', ignored: 'grey' })
export const batchStatus = choice(
  '批次状态',
  { checked: '待确认', importing: '写入中', done: '已完成', partly: '部分写入', cancelled: '已取消' },
  { checked: 'amber', importing: 'blue', done: 'green', partly: 'amber', cancelled: 'grey' },
)

export const stockListRow = z.object({
  rowId: id(),
  rowNo: withMeta(z.number().int(), { label: '行号' }),
  boardText: withMeta(z.string().nullable(), { label: '板块' }),
  stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
  shortName: withMeta(z.string().nullable(), { label: '证券简称' }),
  listDate: withMeta(z.string().nullable(), { label: '上市日期', show: 'date' }),
  totalShares: withMeta(z.string().nullable(), { label: '总股本（股）' }),
  industryText: withMeta(z.string().nullable(), { label: '所属行业' }),
  swText: withMeta(z.string().nullable(), { label: '申万行业' }),
  matchResult: choiceField(matchResult),
  errorMessage: withMeta(z.string().nullable(), { label: '错误说明' }),
  rowStatus: choiceField(rowStatus),
  companyId: id().nullable(),
  /** Somebody said which company the row means. */
  chosen: withMeta(z.boolean(), { label: '人工指定' }),
  /** What may be done with the row: ignore, restore, assign, release. */
  abilities: z.array(z.string()),
})

export const batchSummary = z.object({
  batchId: id(),
  fileName: z.string(),
  batchStatus: choiceField(batchStatus),
  totalRows: z.number().int(),
  /** Rows by what they would do, without those that somebody left out. */
  counts: z.record(z.string(), z.number().int()),
  /** New companies whose full name the file does not say. */
  namelessRows: z.number().int(),
  ignoredRows: z.number().int(),
  writtenRows: z.number().int(),
})

/** A batch of one's own in the list of them. */
export const stockListBatch = z.object({
  batchId: id(),
  fileName: withMeta(z.string(), { label: '文件名' }),
  batchStatus: withMeta(batchStatus.schema, { label: '批次状态' }),
  totalRows: withMeta(z.number().int(), { label: '总行数', show: 'count' }),
  writtenRows: withMeta(z.number().int(), { label: '已写入', show: 'count' }),
  refusedRows: withMeta(z.number().int(), { label: '不能写入', show: 'count' }),
  createTime: withMeta(z.string(), { label: '上传时间', show: 'instant' }),
  confirmTime: withMeta(z.string().nullable(), { label: '写入时间', show: 'instant' }),
})

/** Step one: reads the exchange's own file, be it xlsx, xls or csv, and says row by row what it would do. Writes no company. */
export const uploadStockList = call({
  path: '/member/stockList/uploadStockList',
  title: '解析证券列表',
  access: member('company:import'),
  write: true,
  multipart: true,
  request: body({}),
  response: batchSummary,
})

export const selectStockListBatch = call({
  path: '/member/stockList/selectStockListBatch',
  title: '查看证券列表批次',
  access: member('company:import'),
  request: body({ batchId: ref('批次', 'stockListBatch') }),
  response: batchSummary,
})

/** One's own batches, the newest first. */
export const selectStockListBatchByPage = call({
  path: '/member/stockList/selectStockListBatchByPage',
  title: '查询证券列表批次',
  access: member('company:import'),
  request: pageQuery({ batchStatus: batchStatus.schema.optional() }, ['createTime']),
  response: pageOf(stockListBatch),
})

const ofRow = { batchId: ref('批次', 'stockListBatch'), rowNo: z.number().int().min(1).max(10_000_000) }

/** Leaves a row out of what is written, or takes it in again; B00005 when the batch is written already. */
export const ignoreStockListRow = call({
  path: '/member/stockList/ignoreStockListRow',
  title: '忽略证券列表行',
  access: member('company:import'),
  write: true,
  request: body({ ...ofRow, ignored: z.boolean() }),
  response: batchSummary,
})

/** Says which company a row means that could not be told by itself; null takes that back. */
export const assignStockListRow = call({
  path: '/member/stockList/assignStockListRow',
  title: '指定证券列表行的公司',
  access: member('company:import'),
  write: true,
  request: body({ ...ofRow, companyId: withMeta(ref('公司', companyLookup).nullable(), { label: '公司' }) }),
  response: batchSummary,
})

export const selectStockListRowByPage = call({
  path: '/member/stockList/selectStockListRowByPage',
  title: '查看证券列表行',
  access: member('company:import'),
  request: pageQuery({ batchId: ref('批次', 'stockListBatch'), matchResult: matchResult.schema.optional() }, ['rowNo']),
  response: pageOf(stockListRow),
})

/**
 * Step two: writes the rows. `goodOnly` writes those that can be written and leaves the rest;
 * otherwise one bad row refuses the whole file and nothing is written.
 */
export const confirmStockList = call({
  path: '/member/stockList/confirmStockList',
  title: '写入证券列表',
  access: member('company:import'),
  write: true,
  request: body({ batchId: ref('批次', 'stockListBatch'), goodOnly: z.boolean() }),
  response: batchSummary,
})

/** The uploaded file again, with 错误说明 as its last column; only the rows that were not written. */
export const downloadStockListErrors = call({
  path: '/member/stockList/downloadStockListErrors',
  title: '下载错误行',
  access: member('company:import'),
  blob: true,
  request: body({ batchId: ref('批次', 'stockListBatch') }),
  response: z.unknown(),
})

/** An empty file with the accepted headers and a sheet that explains them. */
export const downloadStockListTemplate = call({
  path: '/member/stockList/downloadStockListTemplate',
  title: '下载导入模板',
  access: member('company:import'),
  blob: true,
  request: body({}),
  response: z.unknown(),
})
