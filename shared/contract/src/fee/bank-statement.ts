import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, flag, id, optionalText, ref, withMeta } from '../core/fields'
import { statementResult } from './bank'
import { fee } from './permits'

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })
const batch = () => ref('导入批次', 'bankBatch')

/** What a statement's line would become when its batch is confirmed. */
export const linePlan = choice('拟处理', { dues: '核销会费', match: '匹配已登记缴费', suspense: '转入待认领', known: '已读过' }, { dues: 'green', match: 'blue', suspense: 'amber', known: 'grey' })

/** Why. */
export const planReason = choice('说明', {
  name: '户名与会员全称一致',
  written: '同一流水号已登记缴费',
  nobody: '没有同名的会员',
  several: '有多个同名的会员',
  namesake: '与个人会员同名，金额与其欠缴不符',
  ticket: '流水号已有其他业务的开票申请或票据',
  taken: '流水号已用于其他缴费',
  purpose: '附言疑似其他业务',
  held: '人工设为暂不入账',
  read: '以前已导入',
  twice: '文件中重复',
})

/** Days after which a batch that nobody confirmed is thrown away. */
export const BATCH_DAYS = 2

/** The person's batches that wait to be confirmed, newest first. */
export const selectOpenBatches = call({
  path: '/fee/bankLine/selectOpenBatches',
  title: '查询未确认的流水',
  access: fee('bank:import'),
  request: body({}),
  response: z.array(z.object({ batchId: id(), fileName: z.string(), total: z.number().int(), createTime: z.string() })),
})

/** A batch: lines and money by what would be done; of the rows that cannot be read the first 200. */
export const selectBatch = call({
  path: '/fee/bankLine/selectBatch',
  title: '查看流水预览',
  access: fee('bank:import'),
  request: body({ batchId: batch() }),
  response: z.object({
    batchId: id(),
    fileName: z.string(),
    confirmed: z.boolean(),
    total: z.number().int(),
    unreadable: z.number().int(),
    problems: statementResult.shape.problems,
    plans: z.array(z.object({ plan: choiceField(linePlan), lines: z.number().int(), amount: yuan('金额（元）') })),
  }),
})

const some = { plan: linePlan.schema.optional(), keyword: optionalText('流水号或付款户名', 50) }

export const selectBatchLines = call({
  path: '/fee/bankLine/selectBatchLinesByPage',
  title: '查看流水预览明细',
  access: fee('bank:import'),
  request: pageQuery({ batchId: batch(), ...some }, ['row']),
  response: pageOf(
    z.object({
      row: z.number().int(),
      serialNo: z.string(),
      tradeTime: z.string(),
      payerName: z.string(),
      amount: yuan('金额（元）'),
      purpose: z.string().nullable(),
      plan: choiceField(linePlan),
      reason: choiceField(planReason),
      /** Whose dues it is, or would be if it were not held. */
      memberName: z.string().nullable(),
      /** Whether a person may choose between booking it and leaving it in 待认领款项. */
      choosable: z.boolean(),
      held: z.boolean(),
    }),
  ),
})

/** Leaves lines out of the booking, so that they wait in 待认领款项, or takes them in again: chosen rows, or all that a filter finds. */
export const holdBatchLines = call({
  path: '/fee/bankLine/holdBatchLines',
  title: '设置流水暂不入账',
  access: fee('bank:import'),
  write: true,
  request: body({ batchId: batch(), held: flag('暂不入账'), rows: z.array(z.number().int().min(1).max(1_000_000)).min(1, '请选择流水').max(1000).optional(), ...some }),
  response: z.object({ changed: z.number().int() }),
})

/** Books a batch as it was shown; above some hundred lines as a work of the person. */
export const confirmBatch = call({
  path: '/fee/bankLine/confirmBatch',
  title: '确认流水入账',
  access: fee('bank:import'),
  write: true,
  request: body({ batchId: batch() }),
  response: statementResult.extend({ workId: id().nullable() }),
})

/** Throws a batch away that was not confirmed. */
export const discardBatch = call({
  path: '/fee/bankLine/discardBatch',
  title: '放弃未确认的流水',
  access: fee('bank:import'),
  write: true,
  request: body({ batchId: batch() }),
  response: done,
})

/** The rows that cannot be read in the form of the file, each with what is wrong with it. */
export const downloadBatchProblems = call({
  path: '/fee/bankLine/downloadBatchProblems',
  title: '下载无法读取的流水',
  access: fee('bank:import'),
  blob: true,
  request: body({ batchId: batch() }),
  response: z.unknown(),
})
