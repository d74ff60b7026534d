import { bankLine, matchResult, suspenseStatus } from '@assoc/contract/fee/bank'
import { session } from '@assoc/session'
import { Button, ImportOutlined, resourcePage } from '@assoc/ui'
import { lazy, useState } from 'react'
import { Import } from './Import'
import { searchOf } from '../../fee/search'

const Match = lazy(() => import('../SuspenseList/Match'))

/** What came into the bank accounts, and to whom it was given. */
export default resourcePage({
  name: 'member/BankStatement',
  title: '银行流水',
  resource: bankLine,
  search: searchOf(bankLine, '流水号或付款户名'),
  columns: [
    { field: 'serialNo', width: 150 },
    { field: 'tradeTime', width: 155, sortable: true },
    { field: 'payerName', width: 200 },
    { field: 'amount', width: 130, sortable: true },
    { field: 'purpose', width: 140 },
    { field: 'matchResult', width: 110, tag: matchResult },
    { field: 'payNo', width: 160 },
    { field: 'account', width: 180, hidden: true },
    { field: 'memberName', width: 230, hidden: true },
    { field: 'suspenseStatus', width: 110, hidden: true, tag: suspenseStatus },
  ],
  actions: (row, { show }) => (row.suspenseStatus === 'open' && session().has('fee:bank:match') ? [{ key: 'match', label: '匹配已有缴费', onClick: () => show('match', row) }] : []),
  dialogs: { match: ({ row, ...on }) => <Match line={row} {...on} /> },
  toolbar: ({ reload }) => <ImportButton onRead={() => void reload()} />,
})

function ImportButton({ onRead }: { onRead: () => void }) {
  const [open, setOpen] = useState(false)
  if (!session().has('fee:bank:import')) return null
  return (
    <>
      <Button type="primary" icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        导入流水
      </Button>
      {open ? (
        <Import
          onClose={(read) => {
            setOpen(false)
            if (read) onRead()
          }}
        />
      ) : null}
    </>
  )
}
