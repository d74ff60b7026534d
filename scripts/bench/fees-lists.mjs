import { call } from './lib/installation.mjs'
import { quantile } from './lib/numbers.mjs'

/** Milliseconds in which a list answers nineteen of twenty times, at one connection. */
const TARGET = 50
const WARM_UP = 8
const CALLS = 60

const sorts = (...fields) => fields.flatMap((field) => [{ sort: { field, order: 'asc' } }, { sort: { field, order: 'desc' } }])
const words = (...list) => list.map((keyword) => ({ keyword }))
const MEMBERS = words('M201200017', '集团', '北京', '600')

// Each list with the questions that people ask of it, in turn.
const LISTS = [
  ['会员列表', '/member/member/selectMemberByPage', [...sorts('memberNo', 'joinDate', 'updateTime'), ...MEMBERS, { memberStatus: ['normal'], categoryId: '3' }, { arrearsYearsMin: 3 }, { jurisdiction: '北京' }]],
  ['联系人', '/member/contact/selectContactByPage', [...sorts('updateTime', 'startDate'), ...words('甄123', '集团'), { mobile: '19900000123' }]],
  ['账单', '/fee/bill/selectDuesBillByPage', [...sorts('billNo', 'unpaidAmount', 'dueDate', 'updateTime'), ...words('HF202520120', 'M201200017', '北京'), { billYear: 2025, billStatus: ['due'] }]],
  ['缴费记录', '/fee/payment/selectPaymentByPage', [...sorts('payNo', 'payDate', 'amount', 'updateTime'), ...words('JF2025000', 'M201200017'), { payStatus: 'settled' }]],
  ['会费余额', '/fee/balance/selectMemberBalanceByPage', [...sorts('balance', 'memberNo'), ...words('M201200017', '北京'), { withBalance: 'yes' }]],
  ['银行流水', '/fee/bankLine/selectBankLineByPage', [...sorts('tradeTime', 'amount'), ...words('L4242', '付款777'), { matchResult: 'none' }]],
  ['待认领款项', '/fee/suspense/selectSuspenseByPage', [...sorts('tradeTime', 'amount'), ...words('L4242', '付款777'), { suspenseStatus: 'open' }]],
  ['会费减免', '/fee/reduction/selectReductionByPage', [...sorts('reduceNo', 'updateTime'), ...words('JM20230214', 'M201200017'), { reduceStatus: ['rejected'] }]],
  ['三年未缴名单', '/fee/unpaidCase/selectUnpaidCaseByPage', [...sorts('updateTime'), ...words('M201200017', '北京'), { handleStatus: ['dunning'] }]],
  ['催缴记录', '/fee/dunning/selectDunningByPage', [...sorts('dunningTime'), ...words('M201200017', '北京'), { dunningWay: 'phone' }]],
  ['发票抬头', '/invoice/head/selectInvoiceHeadByPage', [...sorts('updateTime'), ...words('抬头4242', 'M201200017', '北京'), { headStatus: 'disabled' }]],
  ['开票申请', '/invoice/apply/selectInvoiceApplyByPage', [...sorts('applyNo', 'amount', 'updateTime'), ...words('KP20240229', 'M201200017', '北京'), { invoiceStatus: ['pending'] }]],
  ['票据台账', '/invoice/invoice/selectInvoiceByPage', [...sorts('issueDate', 'amount', 'invoiceNo'), ...words('4242', 'M201200017', '北京')]],
  ['红冲管理', '/invoice/red/selectRedConfirmByPage', [...sorts('confirmDeadline', 'updateTime'), ...words('HZ20240229', '北京')]],
  ['发票发送', '/invoice/send/selectInvoiceSendByPage', [...sorts('sendTime', 'updateTime'), ...words('kp4242', '北京')]],
  ['会员专属用户', '/member/exclusiveUser/selectExclusiveUserByPage', [...sorts('validTo', 'updateTime'), ...words('甄4242', 'M201200017', '北京')]],
  ['会籍转移', '/member/transfer/selectMemberTransferByPage', [...sorts('effectiveDate', 'updateTime'), ...words('M201200017', '北京')]],
  ['退会与除名', '/member/withdraw/selectMemberWithdrawByPage', [...sorts('updateTime'), ...words('M201200017', '北京')]],
  ['会员档案', '/member/archive/selectMemberArchiveByPage', [...sorts('archiveNo', 'updateTime'), ...words('材料4242', 'M201200017', '北京')]],
  ['入会申请', '/member/joinApply/selectJoinApplyByPage', [...sorts('applyNo', 'updateTime'), ...words('虚构4242', 'RH20240229')]],
  ['变更信息', '/soleManager/change/selectChangeRequestByPage', [...sorts('changeNo', 'updateTime'), ...words('公司4242', 'BG20240229')]],
  ['独董人才库', '/enterprise/directorUser/selectDirectorUserByPage', [...sorts('experienceYears', 'currentSeats', 'updateTime'), ...words('贾4242', '单位99')]],
  ['企业用户认证', '/soleManager/enterpriseUser/selectEnterpriseUserByPage', [...sorts('updateTime'), ...words('贾4242', '北京')]],
  ['退订名单', '/message/optOut/selectOptOutByPage', [...sorts('optOutTime'), { address: '19930004242' }]],
  ['短信列表', '/message/sms/selectSmsMessageByPage', [...sorts('createTime'), ...words('DX4242', '会费 777')]],
  ['需求信息', '/soleManager/demand/selectDemandByPage', [...sorts('demandNo', 'deadline', 'updateTime'), ...words('XQ20240229', '北京')]],
  ['公司报告', '/companyReport/report/selectCompanyReportByPage', [...sorts('reportYear', 'publishDate', 'updateTime'), ...words('年度报告 4242', '北京')]],
]

/** Asks each list at one connection; answers its 95th percentile and the question that took longest. */
export async function measureLists(url, headers, log) {
  const lists = []
  for (const [name, path, questions] of LISTS) {
    const times = []
    const slowest = { ms: 0, question: '' }
    for (let i = 0; i < WARM_UP + CALLS; i += 1) {
      const question = questions[i % questions.length]
      const begin = performance.now()
      await call(url, headers, path, { page: 1, pageSize: 20, ...question })
      const ms = performance.now() - begin
      if (i < WARM_UP) continue
      times.push(ms)
      if (ms > slowest.ms) Object.assign(slowest, { ms, question: JSON.stringify(question) })
    }
    const row = { name, p50: quantile(times, 0.5), p95: quantile(times, 0.95), slowest }
    log(`${name}: p95 ${row.p95.toFixed(1)} ms, slowest ${slowest.ms.toFixed(0)} ms ${slowest.question}`)
    lists.push(row)
  }
  return { target: TARGET, calls: CALLS, lists }
}
