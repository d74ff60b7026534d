import { useSearchParams } from '@assoc/router'
import { Segmented } from '@assoc/ui'

export type Part = 'balances' | 'requests'

const OPTIONS: { value: Part; label: string }[] = [
  { value: 'balances', label: '会费余额' },
  { value: 'requests', label: '余额办理' },
]

/** The part of the view that the address names; a status of requests means these. */
export const partOf = (params: URLSearchParams): Part => (params.get('part') === 'requests' || params.has('requestStatus') ? 'requests' : 'balances')

/** Changes between balances and what is asked to be done with them. */
export function Parts({ part }: { part: Part }) {
  const [, setParams] = useSearchParams()
  return <Segmented<Part> aria-label="会费余额或余额办理" options={OPTIONS} value={part} onChange={(next) => setParams(next === 'requests' ? { part: next } : {})} />
}
