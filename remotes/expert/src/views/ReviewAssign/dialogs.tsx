import type { ResponseOf } from '@assoc/contract'
import { barrier, checkReviewTies, previewReviewAssignment, replaceReviewExpert, runReviewAssignment, sendReviewInvitations } from '@assoc/contract/expert/review/assign'
import { expertField } from '@assoc/contract/expert/expert'
import { recuseType } from '@assoc/contract/expert/review/kinds'
import { expertLookup } from '@assoc/contract/expert/review/lookups'
import { api, ApiError, newKey } from '@assoc/http'
import { Alert, AppModal, Button, FailedToLoad, Flex, FormDrawer, RefSelect, Select, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import type { Cell } from './model'

interface DialogProps {
  batchId: string
  onClose: () => void
  onDone: (said: string) => void
}

const sentenceOf = (error: unknown): string => (error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')

/** Whether something is under way, and what the last try was refused with. */
function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, attempt }
}

const FIELDS = Object.entries(expertField.labels).map(([value, label]) => ({ value: value as keyof typeof expertField.labels, label }))

/** What an automatic assignment would do, before it is done. */
export function Automatic({ batchId, onClose, onDone }: DialogProps) {
  const [fields, setFields] = useState<(keyof typeof expertField.labels)[]>([])
  const { data, error, reload } = useAnswer(previewReviewAssignment, { batchId, fields })
  const { busy, refusal, attempt } = useAttempt()
  const run = () =>
    attempt(async () => {
      const { pairs } = await api(runReviewAssignment, { batchId, fields }, { idempotencyKey: newKey() })
      onDone(`已分配 ${pairs.length} 人次`)
    })
  return (
    <AppModal open title="自动分配" width={760} okText={data ? `分配 ${data.pairs.length} 人次` : '分配'} cancelText="取消" okButtonProps={{ disabled: !data || data.pairs.length === 0, loading: busy }} onOk={() => void run()} onCancel={onClose}>
      <Flex vertical gap={12}>
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        <Select mode="multiple" allowClear aria-label="专业领域" placeholder="只从这些专业领域的专家中选，不选为全部" value={fields} onChange={setFields} options={FIELDS} />
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Outcome outcome={data} /> : <Skeleton active />}
      </Flex>
    </AppModal>
  )
}

function Outcome({ outcome: { pairs, gaps, least, most } }: { outcome: ResponseOf<typeof previewReviewAssignment> }) {
  const reason = (barriers: (typeof gaps)[number]['barriers']) => Object.entries(barriers).flatMap(([key, count]) => (count > 0 ? [`${barrier.labels[key as keyof typeof barrier.labels]} ${count} 位`] : [])).join('，') || '没有可选的专家'
  return (
    <>
      <Typography.Text>
        将分配 {pairs.length} 人次，分配后每位专家 {least} 至 {most} 件。须回避和待核实的不会分配。
      </Typography.Text>
      {gaps.length === 0 ? (
        <Alert type="success" showIcon title="所有评审对象都能配足专家" />
      ) : (
        <Table
          size="small"
          rowKey="itemId"
          dataSource={gaps}
          pagination={gaps.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
          title={() => `${gaps.length} 件不能配足专家`}
          columns={[
            { title: '序号', dataIndex: 'itemNo', width: 64 },
            { title: '评审对象', dataIndex: 'title' },
            { title: '缺', dataIndex: 'missing', width: 56, align: 'right' },
            { title: '其余专家', render: (_v, { barriers }) => reason(barriers), width: 300 },
          ]}
        />
      )}
    </>
  )
}

/** Tells experts of what is assigned to them. */
export function Invite({ batchId, count, onClose, onDone }: DialogProps & { count: number }) {
  const { busy, refusal, attempt } = useAttempt()
  const [unreached, setUnreached] = useState<readonly string[] | null>(null)
  const run = () =>
    attempt(async () => {
      const told = await api(sendReviewInvitations, { batchId }, { idempotencyKey: newKey() })
      if (told.unreached.length > 0) setUnreached(told.unreached)
      else onDone(`已通知 ${told.experts} 位专家，共 ${told.assignments} 件`)
    })
  return (
    <AppModal open title="通知评审专家" okText={unreached ? '知道了' : '通知'} cancelText="取消" okButtonProps={{ loading: busy }} onOk={() => (unreached ? onDone('其余专家已通知') : void run())} onCancel={onClose}>
      {refusal ? <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} /> : null}
      {unreached ? (
        <Alert type="warning" showIcon title={`以下专家没有账号，未能通知：${unreached.join('、')}`} />
      ) : (
        <Typography.Paragraph>有 {count} 人次尚未通知。通知后专家在确认期限内接受或婉拒，逾期的可以替换。</Typography.Paragraph>
      )}
    </AppModal>
  )
}

/** Looks for ties of any experts; nobody is told. */
export function Check({ batchId, onClose }: Omit<DialogProps, 'onDone'>) {
  const [expertIds, setExpertIds] = useState<string[]>([])
  const [asked, setAsked] = useState<string[] | null>(null)
  const { data, error, loading, reload } = useAnswer(checkReviewTies, asked ? { batchId, expertIds: asked, itemIds: [] } : null)
  return (
    <AppModal open title="回避检查" width={820} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">检查所选专家与本批次全部对象之间的回避情形，不会通知专家。</Typography.Text>
        <Flex gap={8}>
          <div style={{ flex: 1 }}>
            <RefSelect lookup={expertLookup} multiple value={expertIds} onChange={(value) => setExpertIds([value ?? []].flat())} aria-label="评审专家" />
          </div>
          <Button type="primary" disabled={expertIds.length === 0} loading={loading && asked !== null} onClick={() => setAsked([...expertIds])}>
            检查
          </Button>
        </Flex>
        {error ? (
          <FailedToLoad message={error} onRetry={() => void reload()} />
        ) : data && asked ? (
          <Table
            size="small"
            rowKey={(tie) => `${tie.itemId} ${tie.expertId} ${tie.detail}`}
            dataSource={data}
            pagination={data.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
            locale={{ emptyText: '没有发现回避情形' }}
            columns={[
              { title: '专家', dataIndex: 'expertName', width: 90 },
              { title: '评审对象', render: (_v, tie) => `${tie.itemNo}. ${tie.title}` },
              { title: '情形', render: (_v, tie) => recuseType.labels[tie.recuseType], width: 130 },
              { title: '', render: (_v, tie) => (tie.certain ? '须回避' : '待核实'), width: 76 },
              { title: '依据', dataIndex: 'detail', width: 260 },
            ]}
          />
        ) : null}
      </Flex>
    </AppModal>
  )
}

/** Ends an assignment that the expert knows of. */
export function Replace({ batchId, cell: { item, expert, assignment }, onClose, onDone }: DialogProps & { cell: Cell }) {
  if (!assignment) return null
  return (
    <FormDrawer
      open
      width={520}
      title={`替换专家 · ${expert.name} · ${item.itemNo}. ${item.title}`}
      call={replaceReviewExpert}
      hidden={{ batchId, assignmentId: assignment.assignmentId, version: assignment.version }}
      fields={[
        { name: 'expertId', kind: 'ref', span: 2, help: '不选时只终止原分配，以后再分配' },
        { name: 'reason', kind: 'longText', span: 2 },
      ]}
      initial={{ expertId: null, reason: '' }}
      submitText="替换"
      onClose={onClose}
      onDone={() => onDone(`${expert.name}：已替换`)}
    />
  )
}
