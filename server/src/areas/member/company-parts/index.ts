import { masked, viewLink } from '@assoc/contract'
import { contactStatus, postType } from '@assoc/contract/member/contact'
import { poolStatus } from '@assoc/contract/member/director'
import { billStatus } from '@assoc/contract/fee/bill'
import { memberStatus } from '@assoc/contract/member/member'
import { exclusiveStatus } from '@assoc/contract/member/exclusive-user'
import { payChannel, payStatus } from '@assoc/contract/fee/payment'
import { transferStatus, transferType } from '@assoc/contract/member/transfer'
import { addCompanyPart, yuanText } from '../company/parts'
import { vacanciesOf } from '../company/vacancy.repository'
import './cases'
import * as repository from './repository'
import { labelOf, left, right, SHOWN, waysTo } from './format'

addCompanyPart({
  key: 'membership',
  title: '会籍',
  order: 10,
  permit: 'member:member:read',
  async read(db, principal, companyId) {
    const [now, ...before] = await repository.membershipsOf(db, principal, companyId)
    if (!now) return null
    return {
      link: viewLink('member/MemberList', { companyId }),
      facts: [
        { label: '会员编号', value: now.member_no },
        { label: '会员类别', value: now.category_name },
        { label: '会籍状态', value: labelOf(memberStatus.labels, now.member_status) },
        { label: '入会日期', value: now.join_date },
        { label: '会员代表', value: now.representative ?? '—' },
        { label: '联络员', value: now.liaison ?? '—' },
      ],
      columns: before.length > 0 ? [left('曾用会员编号'), left('入会日期'), left('结果')] : [],
      rows: before.map((m) => [m.member_no, m.join_date, labelOf(memberStatus.labels, m.member_status)]),
      total: before.length,
    }
  },
})

addCompanyPart({
  key: 'people',
  title: '联系人',
  order: 20,
  permit: 'member:contact:read',
  async read(db, principal, companyId) {
    const [people, vacancies] = [await repository.peopleOf(db, principal, companyId, SHOWN), await vacanciesOf(db, companyId)]
    return {
      link: people.length > 0 ? viewLink('member/ContactList', { companyId }) : null,
      facts: vacancies.map(({ post, leftOn }) => ({ label: '岗位空缺', value: `${postType.labels[post]}${leftOn ? `（${leftOn} 离任后未补）` : '（未登记）'}` })),
      columns: [left('姓名'), left('职务类别'), left('手机号码'), left('电子邮箱'), left('任职状态')],
      rows: people.map((p) => [p.name, labelOf(postType.labels, p.post_type), masked('mobile', p.mobile) ?? '—', masked('email', p.email) ?? '—', labelOf(contactStatus.labels, p.contact_status)]),
      total: Number(people[0]?.total ?? 0),
    }
  },
})

/** Contacts who sit on the board. */
const BOARD = ['chairman', 'director', 'independent', 'auditChair'] as const

addCompanyPart({
  key: 'directors',
  title: '董事',
  order: 21,
  permit: 'member:contact:read',
  async read(db, principal, companyId) {
    const people = await repository.peopleOf(db, principal, companyId, SHOWN, BOARD)
    if (people.length === 0) return null
    return {
      link: viewLink('member/ContactList', { companyId, postType: BOARD.join(',') }),
      facts: [],
      columns: [left('姓名'), left('职务类别'), left('任职状态')],
      rows: people.map((p) => [p.name, labelOf(postType.labels, p.post_type), labelOf(contactStatus.labels, p.contact_status)]),
      total: Number(people[0]?.total ?? 0),
    }
  },
})

addCompanyPart({
  key: 'poolPeople',
  title: '独董人才库人员',
  order: 22,
  permit: 'director:user:read',
  async read(db, principal, companyId) {
    const people = await repository.poolPeopleOf(db, principal, companyId, SHOWN)
    if (people.length === 0) return null
    return {
      link: null,
      links: people.map(({ id, name }) => ({ label: name, link: viewLink('member/DirectorPool', { record: id }) })),
      facts: [],
      columns: [left('姓名'), left('职称'), left('库内状态')],
      rows: people.map((p) => [p.name, p.title_name ?? '—', labelOf(poolStatus.labels, p.pool_status)]),
      total: Number(people[0]?.total ?? 0),
    }
  },
})

addCompanyPart({
  key: 'former',
  title: '曾用名称与代码',
  order: 5,
  permit: 'member:company:read',
  async read(db, _principal, companyId) {
    const former = await repository.formerOf(db, companyId)
    const named = (what: string, list: string | null | undefined, sign: string) => (list?.split(sign) ?? []).filter(Boolean).map((one) => [one, what])
    const rows = [...named('曾用名称', former?.names, '\n'), ...named('曾用证券代码', former?.codes, ',')]
    return rows.length > 0 ? { link: null, facts: [], columns: [left('名称或代码'), left('类别')], rows, total: rows.length } : null
  },
})

addCompanyPart({
  key: 'bills',
  title: '会费账单',
  order: 30,
  permit: 'fee:bill:read',
  async read(db, principal, companyId) {
    const bills = await repository.billsOf(db, principal, companyId, SHOWN)
    if (bills.length === 0) return null
    return {
      ...waysTo(await repository.membersWith(db, principal, companyId, 'bill'), (m) => viewLink('member/DuesBill', { memberId: m.member_id })),
      facts: [{ label: '欠缴合计（元）', value: yuanText(bills[0]?.owed ?? 0) }],
      columns: [left('账单编号'), left('年度'), right('应收净额（元）'), right('已缴（元）'), right('欠缴（元）'), left('截止日'), left('状态')],
      rows: bills.map((b) => [b.bill_no, String(b.bill_year), yuanText(b.payable), yuanText(b.paid), yuanText(b.unpaid), b.due_date, labelOf(billStatus.labels, b.bill_status)]),
      total: Number(bills[0]?.total ?? 0),
    }
  },
})

addCompanyPart({
  key: 'payments',
  title: '缴费记录',
  order: 40,
  permit: 'fee:payment:read',
  async read(db, principal, companyId) {
    const payments = await repository.paymentsOf(db, principal, companyId, SHOWN)
    if (payments.length === 0) return null
    return {
      ...waysTo(await repository.membersWith(db, principal, companyId, 'payment'), (m) => viewLink('member/PaymentList', { memberId: m.member_id })),
      facts: [],
      columns: [left('缴费编号'), left('到账日期'), right('金额（元）'), left('方式'), left('付款户名'), left('状态')],
      rows: payments.map((p) => [p.pay_no, p.pay_date, yuanText(p.amount), labelOf(payChannel.labels, p.channel), p.payer_name, labelOf(payStatus.labels, p.pay_status)]),
      total: Number(payments[0]?.total ?? 0),
    }
  },
})

addCompanyPart({
  key: 'transfers',
  title: '会籍转移',
  order: 12,
  permit: 'member:transfer:read',
  async read(db, principal, companyId) {
    const transfers = await repository.transfersOf(db, principal, companyId, SHOWN)
    if (transfers.length === 0) return null
    return {
      ...waysTo(await repository.membersMoved(db, principal, companyId), (m) => viewLink('member/MemberTransfer', { keyword: m.member_no })),
      facts: [],
      columns: [left('会员编号'), left('转移类型'), left('转出'), left('转入'), left('生效日期'), left('转移状态')],
      rows: transfers.map((t) => [t.member_no, labelOf(transferType.labels, t.transfer_type), t.from_text, t.to_text, t.effective_date, labelOf(transferStatus.labels, t.transfer_status)]),
      total: Number(transfers[0]?.total ?? 0),
    }
  },
})

addCompanyPart({
  key: 'exclusiveUsers',
  title: '会员专属用户',
  order: 25,
  permit: 'member:exclusive:read',
  async read(db, principal, companyId) {
    const users = await repository.exclusiveOf(db, principal, companyId, SHOWN)
    if (users.length === 0) return null
    return {
      link: viewLink('member/ExclusiveUser', { companyId }),
      facts: [],
      columns: [left('姓名'), left('职务'), left('手机号码'), left('有效期至'), left('状态')],
      rows: users.map((u) => [u.name, u.post_name ?? '—', masked('mobile', u.mobile) ?? '—', u.valid_to ?? '长期', labelOf(exclusiveStatus.labels, u.exclusive_status)]),
      total: Number(users[0]?.total ?? 0),
    }
  },
})
