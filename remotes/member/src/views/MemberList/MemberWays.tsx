import { type ConsoleLink, type PermitCode, viewLink } from '@assoc/contract'
import { Link } from '@assoc/router'
import { session } from '@assoc/session'
import { Flex, Typography } from '@assoc/ui'

interface Member {
  memberId: string
  memberKind: 'company' | 'person'
  memberName: string
  companyId?: string | null | undefined
}

/** Where to go on from a member, and what it takes to see it. */
const WAYS: readonly { label: string; permit: PermitCode; of?: Member['memberKind']; to: (member: Member) => ConsoleLink }[] = [
  { label: '公司全貌', permit: 'member:company:read', of: 'company', to: (m) => viewLink('member/CompanyDetail', { companyId: m.companyId }) },
  { label: '联系人', permit: 'member:contact:read', of: 'company', to: (m) => viewLink('member/ContactList', { companyId: m.companyId }) },
  { label: '独董人才库', permit: 'director:user:read', of: 'person', to: (m) => viewLink('member/DirectorPool', { keyword: m.memberName }) },
  { label: '会费账单', permit: 'fee:bill:read', to: (m) => viewLink('member/DuesBill', { memberId: m.memberId }) },
  { label: '缴费记录', permit: 'fee:payment:read', to: (m) => viewLink('member/PaymentList', { memberId: m.memberId }) },
  { label: '专属用户', permit: 'member:exclusive:read', of: 'company', to: (m) => viewLink('member/ExclusiveUser', { memberId: m.memberId }) },
  { label: '会员档案', permit: 'member:archive:read', to: (m) => viewLink('member/MemberArchive', { memberId: m.memberId }) },
  { label: '退会与除名', permit: 'member:withdraw:read', to: (m) => viewLink('member/MemberWithdraw', { memberId: m.memberId }) },
]

/** Ways from a member to its company, or the person's entry in the pool, and to the lists of what belongs to it, as far as the person may read them. */
export function MemberWays({ member }: { member: Member }) {
  const open = WAYS.filter(({ permit, of }) => (of ?? member.memberKind) === member.memberKind && session().has(permit))
  if (open.length === 0) return null
  return (
    <nav aria-label="相关记录">
      <Typography.Title level={3} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 8px' }}>
        相关记录
      </Typography.Title>
      <Flex gap={16} wrap>
        {open.map(({ label, to }) => (
          <Link key={label} to={to(member)}>
            {label}
          </Link>
        ))}
      </Flex>
    </nav>
  )
}
