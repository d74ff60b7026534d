import { itemOf, shapeOf, viewLink } from '@assoc/contract'
import { exchangeStatus } from '@assoc/contract/meeting/exchange'
import { applyStatus } from '@assoc/contract/meeting/exchange-apply'
import { selectOpenExchanges } from '@assoc/contract/meeting/exchange-own'
import { useNavigate } from '@assoc/router'
import { toasts } from '@assoc/session'
import { ListPage, RowActions, useResourceList } from '@assoc/ui'
import { useState } from 'react'
import type { z } from 'zod'
import { ApplyForm } from '../../exchanges/ApplyDialog'

const ROW = itemOf(shapeOf(selectOpenExchanges.response)?.['items'] as z.ZodType) as z.ZodType

/** Exchanges that one may apply for, with how one's own application stands. */
export function OpenExchanges() {
  const navigate = useNavigate()
  const [applying, setApplying] = useState<string | null>(null)
  const list = useResourceList({ call: selectOpenExchanges, idOf: (row) => row.exchangeId, filters: ['keyword'], sortable: [] })
  return (
    <>
      <ListPage
        name="meeting/ExchangeList/open"
        title="交流活动"
        list={list}
        row={ROW}
        search={[{ kind: 'text', name: 'keyword', label: '关键字', placeholder: '活动名称或地点' }]}
        columns={[
          { field: 'exchangeName', width: 230 },
          { field: 'exchangeType', width: 120 },
          { field: 'startDate', width: 110 },
          { field: 'endDate', width: 110 },
          { field: 'place', width: 150 },
          { field: 'hostUnit', width: 170 },
          { field: 'applyEnd', width: 155 },
          { field: 'feeAmount', width: 120 },
          { field: 'creditHours', width: 90 },
          { field: 'placesLeft', width: 110, render: ({ placesLeft, waiting }) => (placesLeft === 0 ? `已满，${waiting} 人候补` : placesLeft.toLocaleString('zh-CN')) },
          { field: 'exchangeStatus', width: 100, title: '状态', tag: exchangeStatus },
          { field: 'own', width: 100, tag: applyStatus },
          { field: 'intro', width: 200, hidden: true },
        ]}
        emptyText="目前没有开放报名的交流活动"
        rowActions={(row) => (
          <RowActions
            actions={[
              // A company's account applies for one person after the other.
              { key: 'apply', label: '报名', onClick: () => setApplying(row.exchangeId) },
              ...(row.own ? [{ key: 'own', label: '查看我的报名', onClick: () => navigate(viewLink('meeting/ExchangeApply', { exchangeId: row.exchangeId })) }] : []),
            ]}
          />
        )}
      />
      {applying ? (
        <ApplyForm
          exchangeId={applying}
          onClose={() => setApplying(null)}
          onDone={(said) => {
            setApplying(null)
            toasts.success(said)
            void list.reload()
          }}
        />
      ) : null}
    </>
  )
}
