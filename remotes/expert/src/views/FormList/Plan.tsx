import type { ResponseOf } from '@assoc/contract'
import { PLAN_DAYS_MOST, selectFormRemindPlan, setFormRemindPlan, stopFormRemindPlan } from '@assoc/contract/form/progress'
import { channel } from '@assoc/contract/message/kinds'
import { postType } from '@assoc/contract/member/posts'
import { api, dateFormat, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, AppModal, Button, FailedToLoad, Flex, Popconfirm, Select, sentenceOf, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'
import { useRef, useState, type CSSProperties } from 'react'
import { FIRST_WORDS, Labelled, MessageWords, type Words } from './MessageWords'

type Told = ResponseOf<typeof selectFormRemindPlan>
const DAYS = [30, 14, 10, 7, 5, 3, 2, 1].map((n) => ({ value: n, label: `截止前 ${n} 天` }))

/** Reminders that go out by themselves before the end of a round, and what all its reminders have done. */
export function Plan({ roundId, editable, style }: { roundId: string; editable: boolean; style: CSSProperties }) {
  const { data, error, reload } = useAnswer(selectFormRemindPlan, { roundId })
  const [setting, setSetting] = useState(false)
  const mayRun = editable && session().has('form:round:run')
  const stop = async () => {
    try {
      await api(stopFormRemindPlan, { roundId }, { idempotencyKey: newKey() })
      toasts.success('自动催报已停用')
      await reload()
    } catch (caught) {
      toasts.show('error', sentenceOf(caught))
    }
  }
  return (
    <section aria-label="自动催报与记录" style={style}>
      <Flex gap={12} align="center" justify="space-between" wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
          自动催报与记录
        </Typography.Title>
        {mayRun && data ? (
          <Flex gap={8}>
            <Button onClick={() => setSetting(true)}>{data.plan ? '修改自动催报' : '设置自动催报'}</Button>
            {data.plan ? (
              <Popconfirm title="停用后不再自动催报" okText="停用" cancelText="取消" onConfirm={() => void stop()}>
                <Button danger>停用</Button>
              </Popconfirm>
            ) : null}
          </Flex>
        ) : null}
      </Flex>
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {data ? <Shown data={data} /> : error ? null : <Skeleton active paragraph={{ rows: 3 }} />}
      {setting && data ? (
        <SetPlan
          roundId={roundId}
          plan={data.plan}
          onClose={(done) => {
            setSetting(false)
            if (done) void reload()
          }}
        />
      ) : null}
    </section>
  )
}

function Shown({ data: { plan, runs } }: { data: Told }) {
  return (
    <>
      <Typography.Paragraph type={plan ? undefined : 'secondary'}>
        {plan
          ? `截止前 ${plan.days.join('、')} 天，以${plan.sender}的名义发送${channel.labels[plan.channel]}（${plan.templateName ?? '默认内容'}），收件人为${plan.postTypes.length > 0 ? plan.postTypes.map((one) => postType.labels[one]).join('、') : '全部在任联系人'}。`
          : '没有设置自动催报。'}
      </Typography.Paragraph>
      <Table
        rowKey="runId"
        size="small"
        dataSource={runs}
        pagination={false}
        scroll={{ x: 760 }}
        locale={{ emptyText: '还没有催报' }}
        columns={[
          { title: '时间', width: 160, render: (_: unknown, run: Told['runs'][number]) => dateFormat(run.createTime).slice(0, 16) },
          { title: '时点', dataIndex: 'occasion', width: 120 },
          { title: '渠道', width: 70, render: (_: unknown, run: Told['runs'][number]) => channel.labels[run.channel] },
          { title: '催报对象', dataIndex: 'respondentCount', width: 90, align: 'right' },
          { title: '发送人', dataIndex: 'sender', width: 100 },
          { title: '消息编号', dataIndex: 'msgNo', width: 150 },
          { title: '结果', dataIndex: 'result' },
        ]}
      />
    </>
  )
}

function SetPlan({ roundId, plan, onClose }: { roundId: string; plan: Told['plan']; onClose: (done: boolean) => void }) {
  const [days, setDays] = useState<number[]>(plan?.days ?? [7, 3, 1])
  const [words, setWords] = useState<Words>(plan ? { channel: plan.channel, templateId: plan.templateId, postTypes: plan.postTypes } : FIRST_WORDS)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const key = useRef(newKey())
  const save = async () => {
    setBusy(true)
    setRefused(null)
    try {
      await api(setFormRemindPlan, { roundId, days, ...words }, { idempotencyKey: key.current })
      toasts.success('自动催报已设置')
      onClose(true)
    } catch (caught) {
      key.current = newKey()
      setRefused(sentenceOf(caught))
      setBusy(false)
    }
  }
  return (
    <AppModal open width={600} title="设置自动催报" okText="保存" cancelText="取消" okButtonProps={{ disabled: days.length === 0, loading: busy }} onOk={() => void save()} onCancel={() => onClose(false)}>
      <Flex vertical gap={12}>
        <Typography.Text>到时自动提醒仍未提交的填报对象，消息以您的名义发出；每个时点每个填报对象只提醒一次。{plan && !plan.isOwn ? `保存后发送人由${plan.sender}改为您。` : ''}</Typography.Text>
        {refused ? <Alert type="error" showIcon title={refused} /> : null}
        <Labelled label="时点" help={`最多 ${PLAN_DAYS_MOST} 个`}>
          <Select aria-label="时点" mode="multiple" options={DAYS} value={days} onChange={(next) => setDays((next as number[]).slice(0, PLAN_DAYS_MOST).sort((a, b) => b - a))} />
        </Labelled>
        <MessageWords value={words} onChange={setWords} />
      </Flex>
    </AppModal>
  )
}
