import type { ResponseOf } from '@assoc/contract'
import { selectSchemeProgress, selectUndeclaredByPage } from '@assoc/contract/expert/declaration-progress'
import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { Alert, AppModal, Button, Table, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Row = ResponseOf<typeof selectUndeclaredByPage>['items'][number]
const PAGE = 20

/** How many a scheme asks and how many have not begun; one press shows who. */
export function Undeclared({ schemeId }: { schemeId: string }) {
  const { data } = useAnswer(selectSchemeProgress, { schemeId })
  const [open, setOpen] = useState(false)
  if (!data) return null
  const missing = data.asked - data.begun
  return (
    <>
      <Alert
        type="info"
        style={{ marginBottom: 12 }}
        title={`${data.schemeName}：应申报 ${data.asked}，已开始 ${data.begun}，未开始 ${missing}`}
        action={
          missing > 0 ? (
            <Button size="small" onClick={() => setOpen(true)}>
              查看未开始名单
            </Button>
          ) : null
        }
      />
      {open ? <Names schemeId={schemeId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Names({ schemeId, onClose }: { schemeId: string; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const { data, error } = useAnswer(selectUndeclaredByPage, { schemeId, page, pageSize: PAGE })
  return (
    <AppModal open title="未开始申报" width={760} footer={null} onCancel={onClose}>
      {error ? <Alert type="error" title={error} /> : null}
      <Table<Row>
        size="small"
        rowKey={(row) => `${row.personId} ${row.companyId}`}
        loading={!data && !error}
        dataSource={data?.items ?? []}
        pagination={{ current: page, pageSize: PAGE, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
        scroll={{ x: 600 }}
        columns={[
          { title: '申报人', dataIndex: 'name', width: 140 },
          { title: '公司简称', dataIndex: 'companyName', width: 140 },
          { title: '证券代码', dataIndex: 'stockCode', width: 100 },
          { title: '辖区', dataIndex: 'jurisdiction', width: 100, render: (place: Row['jurisdiction']) => (place ? jurisdiction.labels[place] : '') },
        ]}
      />
    </AppModal>
  )
}
