/**
 * The whole contract, for the server and for tests. Browsers import the entities that they need,
 * so that none loads all of it.
 */
import { isCall, type Call } from './core/call'
import { isPermitGroup, type Permit } from './core/permit'
import * as personal from './core/personal'
import { callsOf, isResource, type AnyResource } from './core/resource'
import * as meetingPermits from './meeting/permits'
import * as reservation from './meeting/reservation'
import * as room from './meeting/room'
import * as memberCategory from './member/category'
import * as balanceRequest from './fee/balance'
import * as bank from './fee/bank'
import * as bankStatement from './fee/bank-statement'
import * as arrears from './fee/arrears'
import * as archive from './member/archive'
import * as changeRequest from './member/change-request'
import * as company from './member/company'
import * as companyChange from './member/company-change'
import * as companyPart from './member/company-part'
import * as companyReport from './member/company-report'
import * as dataItem from './member/data-item'
import * as director from './member/director'
import * as duesBill from './fee/bill'
import * as enterpriseUser from './member/enterprise-user'
import * as feeStandard from './fee/standard'
import * as demand from './member/demand'
import * as exclusiveUser from './member/exclusive-user'
import * as home from './member/home'
import * as industry from './member/industry'
import * as contact from './member/contact'
import * as invoiceApply from './invoice/apply'
import * as invoiceHead from './invoice/head'
import * as invoiceCreditNote from './invoice/credit-note'
import * as invoiceSend from './invoice/send'
import * as invoiceResource from './invoice/invoice'
import * as joinApply from './member/join-apply'
import * as memberList from './member/member'
import * as memberWithdraw from './member/withdraw'
import * as payment from './fee/payment'
import * as message from './message/message'
import * as messageHome from './message/home'
import * as messageList from './message/list'
import * as messageTemplate from './message/template'
import * as optOut from './message/opt-out'
import * as smsQuota from './message/quota'
import * as feePermits from './fee/permits'
import * as invoicePermits from './invoice/permits'
import * as messagePermits from './message/permits'
import * as memberPermits from './member/permits'
import * as qrCode from './member/qr-code'
import * as reduction from './fee/reduction'
import * as reminderRule from './fee/reminder'
import * as reportUser from './member/report-user'
import * as statistics from './member/statistics'
import * as unpaidImport from './fee/unpaid-import'
import * as stockList from './member/stock-list'
import * as trialAccount from './member/trial-account'
import * as memberTransfer from './member/transfer'
import * as audit from './platform/audit'
import * as captcha from './platform/captcha'
import * as file from './platform/file'
import * as fileTicket from './platform/file-ticket'
import * as workspace from './platform/workspace'
import * as outbox from './platform/outbox'
import * as record from './platform/record'
import * as savedView from './platform/saved-view'
import * as session from './platform/session'
import * as work from './platform/work'
import * as accessReview from './rbac/access-review'
import * as dict from './rbac/dict'
import * as log from './rbac/log'
import * as maintenance from './rbac/maintenance'
import * as menu from './rbac/menu'
import * as employee from './rbac/employee'
import * as notice from './rbac/notice'
import * as onlineSession from './rbac/online-session'
import * as org from './rbac/org'
import * as post from './rbac/post'
import * as param from './rbac/param'
import * as permit from './rbac/permit'
import * as rbacPermits from './rbac/permits'
import * as connector from './rbac/connector'
import * as release from './rbac/release'
import * as registration from './rbac/registration'
import * as rights from './rbac/rights'
import * as role from './rbac/role'
import * as system from './rbac/system'
import * as secondFactor from './rbac/second-factor'
import * as secondFactorReset from './rbac/second-factor-reset'
import * as security from './rbac/security'
import * as ownCalls from './rbac/own'
import * as signIn from './rbac/sign-in'
import * as signOn from './rbac/sign-on'
import * as handOver from './rbac/hand-over'
import * as user from './rbac/user'
import * as userImport from './rbac/user-import'
import * as personalWork from './rbac/work'
import * as why from './rbac/why'
import * as userType from './rbac/user-type'

const modules: Record<string, unknown>[] = [
  accessReview, audit, captcha, connector, workspace, dict, employee, file, fileTicket, log, maintenance, menu, notice, onlineSession, org, outbox, ownCalls, param, permit, personalWork, post, record, registration, release, rights, role, savedView, secondFactor, secondFactorReset, security, session, signIn, signOn, handOver, system, user, userImport, userType, why, work,
  archive, company, companyChange, companyPart, contact, dataItem, exclusiveUser, home, industry, joinApply, memberCategory, memberList, memberTransfer, memberWithdraw, qrCode, statistics, stockList,
  changeRequest, companyReport, demand, director, enterpriseUser, reportUser, trialAccount,
  arrears, balanceRequest, bank, bankStatement, duesBill, feeStandard, payment, reduction, reminderRule, unpaidImport,
  invoiceApply, invoiceHead, invoiceCreditNote, invoiceSend, invoiceResource,
  message, messageHome, messageList, messageTemplate, optOut, smsQuota,
  reservation,
  room,
]

export const allCalls: readonly Call[] = modules.flatMap((m) => Object.values(m).flatMap((v) => (isCall(v) ? [v] : isResource(v) ? callsOf(v) : [])))

/** All resources; their status machines word the steps of records. */
export const allResources: readonly AnyResource[] = modules.flatMap((m) => Object.values(m).filter(isResource).filter((r) => !r.importOnly))

export const allPermits: readonly Permit[] = [rbacPermits, memberPermits, feePermits, invoicePermits, messagePermits, meetingPermits, personal]
  .flatMap((m) => Object.values(m as Record<string, unknown>).filter(isPermitGroup))
  .flatMap((group) => group.permits)
