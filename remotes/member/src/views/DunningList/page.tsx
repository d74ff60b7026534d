import { dunning } from '@assoc/contract/fee/arrears'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'
import { Parts, Shown } from './Parts'

// The rules come when they are looked at.
const Rules = lazy(() => import('./Rules'))

/** Reminders of what is owed. */
const Log = resourcePage({
  name: 'member/DunningList',
  title: '催缴记录',
  resource: dunning,
  columns: [
    { field: 'memberName', width: 200 },
    { field: 'memberNo', width: 115 },
    { field: 'dunningTime', width: 150, sortable: true },
    { field: 'dunningWay', width: 90 },
    { field: 'dunningNote', width: 230 },
    { field: 'unpaidTotal', width: 130 },
    { field: 'operator', width: 90 },
  ],
  fields: { dunningNote: { span: 2, placeholder: '何人、何时、如何答复' } },
  initial: { dunningWay: 'phone' },
  toolbar: () => (session().has('fee:reminder:read') ? <Parts part="log" /> : null),
})

/** What was done to remind members of what they owe, or what is done by itself, as the address says. */
export default function DunningList() {
  return <Shown parts={{ log: Log, rules: Rules }} />
}
