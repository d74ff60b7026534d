import { addReviewCut, addReviewItems, ITEMS_AT_ONCE, reviewItem, selectReviewCandidates, setReviewCalibration } from '@assoc/contract/expert/review/item'
import type { reviewBatch } from '@assoc/contract/expert/review/batch'
import { api, ApiError, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, AppDrawer, AppModal, Button, FailedToLoad, Flex, Input, ResourcePart, Skeleton, Table, Tag, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useState } from 'react'

type Batch = RowOfResource<typeof reviewBatch>

/** The works of a batch: put in by hand, or taken over from the cut of the first stage. */
export function Items({ row, onClose, onChanged }: PageDialog<Batch>) {
  const [choosing, setChoosing] = useState(false)
  const [taken, setTaken] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const open = (row.batchStatus === 'draft' || row.batchStatus === 'waiting') && session().has('review:batch:update')
  const changed = () => {
    setTaken((n) => n + 1)
    onChanged()
  }
  const attempt = async (work: () => Promise<string>) => {
    setRefusal(null)
    try {
      toasts.success(await work())
      changed()
    } catch (error) {
      setRefusal(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')
    }
  }
  const addCut = () => attempt(async () => `已加入 ${(await api(addReviewCut, { batchId: row.batchId }, { idempotencyKey: newKey() })).added} 件`)
  const calibrate = (itemId: string | null) => attempt(async () => (await api(setReviewCalibration, { batchId: row.batchId, itemId }, { idempotencyKey: newKey() }), itemId ? '已设为校准件' : '已取消校准件'))
  return (
    <AppDrawer open title={`评审对象 · ${row.batchName}`} size={960} onClose={onClose}>
      <Flex vertical gap={12}>
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        {open ? <Flex gap={8}>{row.reviewStage === 'final' ? <Button onClick={() => void addCut()}>加入初评入围对象</Button> : <Button onClick={() => setChoosing(true)}>加入评审对象</Button>}</Flex> : null}
        <ResourcePart
          key={taken}
          name="expert/ReviewBatch/items"
          title="评审对象"
          resource={reviewItem}
          fixed={{ batchId: row.batchId }}
          search={[{ kind: 'text', name: 'keyword', label: '名称' }]}
          columns={[
            { field: 'itemNo', width: 70, sortable: true },
            { field: 'title', width: 300, render: (item) => <>{item.title} {item.isCalibration ? <Tag>校准件</Tag> : null}</> },
            { field: 'kindLabel', width: 90 },
            { field: 'fields', width: 180 },
            { field: 'acceptedCount', width: 80 },
            { field: 'waitingCount', width: 80 },
          ]}
          fields={{ fields: { span: 2, help: '不选时任何领域的专家都可以评审' } }}
          actions={(item) => (open ? [{ key: 'calibrate', label: item.isCalibration ? '取消校准件' : '设为校准件', onClick: () => void calibrate(item.isCalibration ? null : item.itemId) }] : [])}
          onChanged={() => onChanged()}
        />
      </Flex>
      {choosing ? <Candidates batch={row} onClose={() => setChoosing(false)} onDone={(said) => (setChoosing(false), toasts.success(said), changed())} /> : null}
    </AppDrawer>
  )
}

function Candidates({ batch, onClose, onDone }: { batch: Batch; onClose: () => void; onDone: (said: string) => void }) {
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data, error, reload } = useAnswer(selectReviewCandidates, { batchId: batch.batchId, keyword: keyword || null })
  const keyOf = (one: { reviewable: string; objectId: string }) => `${one.reviewable} ${one.objectId}`
  const add = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      const objects = chosen.map((key) => ({ reviewable: key.split(' ')[0] ?? '', objectId: key.split(' ')[1] ?? '' }))
      const { added } = await api(addReviewItems, { batchId: batch.batchId, objects }, { idempotencyKey: newKey() })
      onDone(`已加入 ${added} 件`)
    } catch (caught) {
      setRefusal(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal open title="加入评审对象" width={760} okText={chosen.length > 0 ? `加入 ${chosen.length} 件` : '加入'} cancelText="取消" okButtonProps={{ disabled: chosen.length === 0 || chosen.length > ITEMS_AT_ONCE, loading: busy }} onOk={() => void add()} onCancel={onClose}>
      <Flex vertical gap={12}>
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        <Input.Search allowClear placeholder="编号或名称" aria-label="查找可送评审的对象" onSearch={setKeyword} />
        {error ? (
          <FailedToLoad message={error} onRetry={() => void reload()} />
        ) : !data ? (
          <Skeleton active />
        ) : (
          <Table
            size="small"
            rowKey={keyOf}
            dataSource={data}
            pagination={false}
            scroll={{ y: 360 }}
            locale={{ emptyText: '没有可加入的对象，送审件在评审批次页的“送审件”中登记' }}
            rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)), preserveSelectedRowKeys: true, getCheckboxProps: (one) => ({ disabled: one.taken, 'aria-label': one.title }) }}
            columns={[
              { title: '名称', dataIndex: 'title' },
              { title: '类别', dataIndex: 'kindLabel', width: 100 },
              { title: '单位', render: (_v, one) => one.companyName ?? '', width: 130 },
              { title: '', render: (_v, one) => (one.taken ? '已加入' : ''), width: 80 },
            ]}
          />
        )}
      </Flex>
    </AppModal>
  )
}
