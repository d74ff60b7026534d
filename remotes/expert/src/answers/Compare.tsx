import type { Call, RequestOf, ResponseOf } from '@assoc/contract'
import type { selectAnswerContent } from '@assoc/contract/form/answer'
import { DIFFERENCES_MOST, type compareFormSubmissions } from '@assoc/contract/form/query'
import { dateFormat } from '@assoc/http'
import { AppModal, FailedToLoad, Flex, Select, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Compared = ResponseOf<typeof compareFormSubmissions>
type Item = Compared['items'][number]
type Submissions = ResponseOf<typeof selectAnswerContent>['submissions']

const PAGE = 50

/** Two submissions side by side: the questions that differ, and what stood there and stands there now. */
export function Compare<C extends Call>({ call, of, submissions, onClose }: { call: C; of: Omit<RequestOf<C>, 'before' | 'after'>; submissions: Submissions; onClose: () => void }) {
  const newest = submissions[0]?.submissionNo ?? 2
  const [before, setBefore] = useState(newest - 1)
  const [after, setAfter] = useState(newest)
  const { data: answer, error, reload } = useAnswer(call, { ...of, before, after } as RequestOf<C>)
  const data = answer as Compared | null
  const options = submissions.map((one) => ({ value: one.submissionNo, label: `第 ${one.submissionNo} 次，${one.userName}，${dateFormat(one.submitTime)}` }))
  return (
    <AppModal open title="对比提交" width={960} footer={null} onCancel={onClose}>
      <Flex wrap gap={8} align="center" style={{ marginBottom: 12 }}>
        <Select aria-label="前一次提交" style={{ width: 320 }} value={before} options={options} onChange={setBefore} />
        <span>与</span>
        <Select aria-label="后一次提交" style={{ width: 320 }} value={after} options={options} onChange={setAfter} />
      </Flex>
      {error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : (
        <>
          <Table<Item>
            size="small"
            rowKey="path"
            loading={!data}
            dataSource={data?.items ?? []}
            pagination={(data?.items.length ?? 0) > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
            scroll={{ x: 720, y: '60vh' }}
            locale={{ emptyText: '两次提交没有不同' }}
            columns={[
              { title: '题目', dataIndex: 'label', width: 260 },
              { title: '前一次', dataIndex: 'before', render: (text: string, item) => <Side text={text} masked={item.masked} /> },
              { title: '后一次', dataIndex: 'after', render: (text: string, item) => <Side text={text} masked={item.masked} /> },
            ]}
          />
          {data?.more ? <Typography.Text type="secondary">只列出前 {DIFFERENCES_MOST} 处</Typography.Text> : null}
        </>
      )}
    </AppModal>
  )
}

function Side({ text, masked }: { text: string; masked: boolean }) {
  return (
    <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text || '未填写'}
      {masked && text ? <Typography.Text type="secondary">（已脱敏，内容不同）</Typography.Text> : null}
    </span>
  )
}
