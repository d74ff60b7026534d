import type { ResponseOf } from '@assoc/contract'
import { maintenanceJob, maintenanceRun, maintenanceText, runMaintenance, runStatus, selectMaintenanceJobs } from '@assoc/contract/rbac/maintenance'
import { api, dateFormat } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, ReasonDialog, ResourcePart, Skeleton, StatusTag, Table, theme, Typography, useAnswer, useTab } from '@assoc/ui'
import { useEffect, useState } from 'react'

type Job = ResponseOf<typeof selectMaintenanceJobs>[number]

const REFRESH_MS = 1_500
const isOpen = ({ last }: Job) => last?.runStatus === 'queued' || last?.runStatus === 'running'
const labelOf = (job: Job) => maintenanceJob.labels[job.jobCode]

/** The named maintenance jobs on the database, and what came of their runs. */
export default function Temporary() {
  const jobs = useAnswer(selectMaintenanceJobs, {})
  const [asking, setAsking] = useState<Job | null>(null)
  const { visible } = useTab()
  const { token } = theme.useToken()
  const waiting = visible && (jobs.data ?? []).some(isOpen)
  const { reload } = jobs
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void reload(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])
  const mayRun = session().has('rbac:maintenance:run')
  const run = async (job: Job, reason: string) => {
    try {
      await api(runMaintenance, { jobCode: job.jobCode, reason })
      toasts.success(`${labelOf(job)}：已开始`)
    } finally {
      void reload()
    }
  }
  if (jobs.error && !jobs.data) return <FailedToLoad message={jobs.error} onRetry={() => void reload()} />
  if (!jobs.data) return <Skeleton active />
  // The log is read again whenever the last run of a job has moved on.
  const state = jobs.data.map((j) => `${j.last?.createTime}${j.last?.runStatus}`).join()
  return (
    <Flex vertical gap={12}>
      <section aria-label="数据库操作" style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        <Flex align="baseline" gap={12} wrap style={{ marginBottom: 12 }}>
          <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            数据库操作
          </Typography.Title>
          <Typography.Text type="secondary">只能执行下列操作；每次执行须说明原因，并记入日志。同一操作不会同时执行两次。</Typography.Text>
        </Flex>
        <Table<Job>
          size="middle"
          rowKey="jobCode"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={[...jobs.data]}
          columns={[
            { key: 'name', title: '名称', width: 170, render: (_v, job) => <Typography.Text strong>{labelOf(job)}</Typography.Text> },
            { key: 'text', title: '说明', width: 420, render: (_v, job) => <div style={{ maxWidth: 520 }}>{maintenanceText[job.jobCode]}</div> },
            { key: 'last', title: '最近一次', width: 300, render: (_v, job) => <LastRun job={job} /> },
            {
              key: 'actions',
              title: '操作',
              width: 90,
              fixed: 'right',
              render: (_v, job) =>
                mayRun ? (
                  <Button size="small" loading={isOpen(job)} aria-label={`执行：${labelOf(job)}`} onClick={() => setAsking(job)}>
                    执行
                  </Button>
                ) : null,
            },
          ]}
        />
      </section>
      <ResourcePart
        key={state}
        name="rbac/Temporary/runs"
        title="执行记录"
        resource={maintenanceRun}
        nameOf={(row) => maintenanceJob.labels[row['jobCode'] as Job['jobCode']]}
        columns={[
          { field: 'jobCode', width: 155 },
          { field: 'runStatus', width: 95, tag: runStatus },
          { field: 'result', width: 200 },
          { field: 'rowsTouched', width: 100 },
          { field: 'durationMs', width: 125 },
          { field: 'userName', width: 100 },
          { field: 'reason', width: 155 },
          { field: 'createTime', width: 155, sortable: true },
        ]}
      />
      {asking ? (
        <ReasonDialog
          title={labelOf(asking)}
          text={`${maintenanceText[asking.jobCode]}执行期间可以离开此页。`}
          confirmText="执行"
          reason="required"
          danger={asking.jobCode.startsWith('drop')}
          onConfirm={(reason) => run(asking, reason)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Flex>
  )
}

function LastRun({ job: { last } }: { job: Job }) {
  if (!last) return <Typography.Text type="secondary">还没有执行过</Typography.Text>
  return (
    <Flex vertical gap={2}>
      <span>
        <StatusTag of={runStatus} value={last.runStatus} /> {dateFormat(last.createTime, 'YYYY-MM-DD HH:mm')} {last.userName}
      </span>
      {last.result ? <Typography.Text type="secondary">{last.result}</Typography.Text> : null}
    </Flex>
  )
}
