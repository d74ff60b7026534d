import { viewLink, type ResponseOf } from '@assoc/contract'
import { selectFormVersion, selectFormVersions, type formTemplate } from '@assoc/contract/form/template'
import { today } from '@assoc/contract/core/day'
import { api, dateFormat } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { AppModal, Button, FailedToLoad, FormSheet, loadSheets, Skeleton, Table, useAnswer, type PageDialog, type RowOfResource, type SheetStore } from '@assoc/ui'
import { useState } from 'react'

type Version = ResponseOf<typeof selectFormVersions>[number]

/** The versions of a form, each as it was published. */
export function Versions({ row, onClose }: PageDialog<RowOfResource<typeof formTemplate>>) {
  const { data, error, reload } = useAnswer(selectFormVersions, { templateId: row.templateId })
  const navigate = useNavigate()
  const [shown, setShown] = useState<{ version: Version; sheet: SheetStore } | null>(null)
  const show = async (version: Version) => {
    const [{ document }, { createSheet, startRun }] = await Promise.all([api(selectFormVersion, { templateId: row.templateId, versionNo: version.versionNo }), loadSheets()])
    setShown({ version, sheet: createSheet(startRun(document, {}, { today: today() })) })
  }
  return (
    <AppModal open title={`${row.formName}的版本`} width={shown ? 960 : 760} footer={null} onCancel={onClose}>
      {shown ? (
        <>
          <Button size="small" style={{ marginBottom: 12 }} onClick={() => setShown(null)}>
            返回版本列表
          </Button>
          <div style={{ maxHeight: '70vh', overflow: 'auto' }}>
            <FormSheet sheet={shown.sheet} mode="print" />
          </div>
        </>
      ) : error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <Table
          size="small"
          rowKey="versionNo"
          pagination={false}
          dataSource={data}
          columns={[
            { title: '版本', dataIndex: 'versionNo', width: 70, render: (no: number) => `第 ${no} 版` },
            { title: '题数', dataIndex: 'questionCount', width: 70, align: 'right' },
            { title: '发布人', dataIndex: 'userName', width: 100 },
            { title: '发布时间', dataIndex: 'createTime', width: 160, render: (at: string) => dateFormat(at) },
            { title: '内容指纹', dataIndex: 'sha256', ellipsis: true, render: (hash: string) => <code title={hash}>{hash.slice(0, 16)}</code> },
            {
              title: '操作',
              width: 140,
              render: (_: unknown, version: Version) => (
                <>
                  <Button type="link" size="small" onClick={() => void show(version)}>
                    查看
                  </Button>
                  <Button type="link" size="small" onClick={() => void navigate(viewLink(row.formKind === 'table' ? 'expert/FormTablePreview' : 'expert/FormPreview', { formId: row.templateId, version: version.versionNo }))}>
                    打开预览
                  </Button>
                </>
              ),
            },
          ]}
        />
      )}
    </AppModal>
  )
}
