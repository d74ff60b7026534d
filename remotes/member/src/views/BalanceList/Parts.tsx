import { viewParts } from '../../lib/parts'

/** Balances, and what is asked to be done with them; a status of requests means these. */
export const { Switch: Parts, Shown } = viewParts<'balances' | 'requests'>({
  label: '会费余额或余额办理',
  options: [
    { value: 'balances', label: '会费余额' },
    { value: 'requests', label: '余额办理' },
  ],
  meant: (params) => (params.has('requestStatus') ? 'requests' : undefined),
})
