import { viewLink } from '@assoc/contract'
import { archiveStatus, archiveType, retention } from '@assoc/contract/member/archive'
import { changeStatus } from '@assoc/contract/member/change-request'
import { demandStatus, demandType } from '@assoc/contract/member/demand'
import { applyStatus } from '@assoc/contract/member/join-apply'
import { withdrawStatus, withdrawType } from '@assoc/contract/member/withdraw'
import { addCompanyPart } from '../company/parts'
import * as repository from './cases.repository'
import { labelOf, left, right, SHOWN } from './format'

addCompanyPart({
  key: 'joinApplies',
  title: '入会申请',
  order: 8,
  permit: 'member:apply:read',
  async read(db, principal, companyId) {
    const applies = await repository.appliesOf(db, principal, companyId, SHOWN)
    if (applies.length === 0) return null
    return {
      link: viewLink('member/JoinAudit', { keyword: await repository.creditCodeOf(db, companyId) }),
      facts: [],
      columns: [left('申请编号'), left('申请类别'), left('批准日期'), left('申请状态')],
      rows: applies.map((a) => [a.apply_no, a.category, a.approve_date ?? '—', labelOf(applyStatus.labels, a.apply_status)]),
      total: applies[0]?.total ?? 0,
    }
  },
})

addCompanyPart({
  key: 'withdrawals',
  title: '退会与除名',
  order: 13,
  permit: 'member:withdraw:read',
  async read(db, principal, companyId) {
    const cases = await repository.withdrawalsOf(db, principal, companyId, SHOWN)
    if (cases.length === 0) return null
    return {
      link: viewLink('member/MemberWithdraw', { companyId }),
      facts: [],
      columns: [left('会员编号'), left('终止类型'), left('原因'), left('办理状态')],
      rows: cases.map((c) => [c.member_no, labelOf(withdrawType.labels, c.withdraw_type), c.reason, labelOf(withdrawStatus.labels, c.withdraw_status)]),
      total: cases[0]?.total ?? 0,
    }
  },
})

addCompanyPart({
  key: 'archives',
  title: '会员档案',
  order: 27,
  permit: 'member:archive:read',
  async read(db, principal, companyId) {
    const archives = await repository.archivesOf(db, principal, companyId, SHOWN)
    if (archives.length === 0) return null
    return {
      link: viewLink('member/MemberArchive', { companyId }),
      facts: [],
      columns: [left('档案号'), left('档案类型'), left('题名'), left('保管期限'), left('归档状态')],
      rows: archives.map((a) => [a.archive_no, labelOf(archiveType.labels, a.archive_type), a.title, labelOf(retention.labels, a.retention), labelOf(archiveStatus.labels, a.archive_status)]),
      total: archives[0]?.total ?? 0,
    }
  },
})

addCompanyPart({
  key: 'demands',
  title: '需求信息',
  order: 62,
  permit: 'director:demand:read',
  async read(db, principal, companyId) {
    const demands = await repository.demandsOf(db, principal, companyId, SHOWN)
    if (demands.length === 0) return null
    return {
      link: viewLink('member/DemandAudit', { companyId }),
      facts: [],
      columns: [left('需求编号'), left('需求类型'), right('人数'), left('截止日期'), left('需求状态')],
      rows: demands.map((d) => [d.demand_no, labelOf(demandType.labels, d.demand_type), String(d.demand_count), d.deadline, labelOf(demandStatus.labels, d.demand_status)]),
      total: demands[0]?.total ?? 0,
    }
  },
})

addCompanyPart({
  key: 'changeRequests',
  title: '信息变更',
  order: 16,
  permit: 'director:change:read',
  async read(db, principal, companyId) {
    const changes = await repository.changesOf(db, principal, companyId, SHOWN)
    if (changes.length === 0) return null
    return {
      link: viewLink('member/ChangeMsg', { companyId }),
      facts: [],
      columns: [left('变更编号'), left('对象'), left('变更项'), left('变更前'), left('变更后'), left('变更状态')],
      rows: changes.map((c) => [c.change_no, c.target_name, c.field_label, c.old_text ?? '—', c.new_text ?? '—', labelOf(changeStatus.labels, c.change_status)]),
      total: changes[0]?.total ?? 0,
    }
  },
})
