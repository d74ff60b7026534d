import { viewOfPath, type ConsoleLink, type ViewName } from '@assoc/contract'
import type { NoticeKind } from '@assoc/contract/platform/notice-kind'

type ViewOf<Area extends string> = Extract<ViewName, `${Area}/${string}`>

/** Views of the remote of members that belong to another kind than the members themselves. */
const OF_MEMBER: Partial<Record<ViewOf<'member'>, NoticeKind>> = {
  ...kindOf('fee', ['BalanceList', 'BankStatement', 'DuesBill', 'DunningList', 'FeeStandard', 'FeeStat', 'InvoiceApply', 'InvoiceHead', 'InvoiceLedger', 'InvoiceSend', 'LetterList', 'LetterTemplate', 'PaymentList', 'RedFlush', 'ReductionList', 'SuspenseList', 'ThreeYearUnpaid', 'UnpaidImport']),
  ...kindOf('message', ['EmailList', 'EmailTemplate', 'OptOutList', 'SignQuota', 'SmsTemplate', 'TextMessageList', 'WriteEmail', 'WriteText']),
}

type MemberView = ViewOf<'member'> extends `member/${infer N}` ? N : never

function kindOf(kind: NoticeKind, views: readonly MemberView[]): Partial<Record<ViewOf<'member'>, NoticeKind>> {
  return Object.fromEntries(views.map((view) => [`member/${view}`, kind]))
}

const OF_RBAC: Partial<Record<ViewOf<'rbac'>, NoticeKind>> = { 'rbac/PersonalCenter': 'security', 'rbac/SecondFactorReset': 'security', 'rbac/ExportJob': 'work' }

/** The kind of a notice that names none: that of the view which it opens. */
export function kindOfLink(link: ConsoleLink | ''): NoticeKind {
  const view = viewOfPath(link.split('?')[0] ?? '')
  const area = view?.split('/')[0]
  if (area === 'member') return OF_MEMBER[view as ViewOf<'member'>] ?? 'member'
  if (area === 'rbac') return OF_RBAC[view as ViewOf<'rbac'>] ?? 'system'
  if (area === 'expert') return 'form'
  return area === 'meeting' ? 'meeting' : 'other'
}
