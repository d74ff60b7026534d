import { contactLookup } from '@assoc/contract/member/lookups'
import { memberResource } from '@assoc/contract/member/member'
import { RefSelect, useAnswer } from '@assoc/ui'
import { useChosen, useEmptied } from './chosen'

/** Somebody who serves at the member's company. */
export function Person({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const memberId = useChosen('targetId')
  useEmptied(memberId, onChange)
  const { data } = useAnswer(memberResource.read, memberId ? { memberId } : null)
  const companyId = data?.memberId === memberId ? data?.companyId : null
  return <RefSelect lookup={contactLookup} where={{ companyId }} disabled={!companyId} value={value} onChange={(next) => onChange(next as string | null)} aria-label="会员代表变更为" />
}
