import { selectAllocations } from '@assoc/contract/fee/payment'
import { yuan } from '@assoc/http'
import { Skeleton, Table, Typography, useAnswer } from '@assoc/ui'

/** The bills that a payment paid, and what went into the balance. */
export function Allocations({ paymentId, balanceAmount }: { paymentId: string; balanceAmount: number }) {
  const { data, error } = useAnswer(selectAllocations, { paymentId })
  return (
    <section aria-label="核销明细">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        核销明细
      </Typography.Title>
      {error ? <Typography.Text type="secondary">{error}</Typography.Text> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data && data.length === 0 && balanceAmount === 0 ? <Typography.Text type="secondary">还没有核销到账单。核销后先付年度最早的账单，余下转入会费余额。</Typography.Text> : null}
      {data && (data.length > 0 || balanceAmount > 0) ? (
        <Table
          size="small"
          rowKey="key"
          pagination={false}
          dataSource={[
            ...data.map((a) => ({ key: a.billId, what: `${a.billYear} 年度账单`, no: a.billNo, amount: a.amount })),
            ...(balanceAmount > 0 ? [{ key: 'balance', what: '转入会费余额', no: '—', amount: balanceAmount }] : []),
          ]}
          columns={[
            { title: '去向', dataIndex: 'what' },
            { title: '账单编号', dataIndex: 'no' },
            { title: '金额（元）', dataIndex: 'amount', align: 'right', render: (fen: number) => yuan(fen) },
          ]}
        />
      ) : null}
    </section>
  )
}
