import { previewMerge, previewSplit } from '@assoc/contract/member/company-change'
import { contact } from '@assoc/contract/member/contact'
import { postType } from '@assoc/contract/member/posts'
import { session } from '@assoc/session'
import { Alert, Flex, Typography } from '@assoc/ui'
import { Select, useAnswer } from '@assoc/ui/data'
import { cloneElement, type ReactElement } from 'react'
import { companyField } from '../../lib/pickers'

interface Given<V> {
  id?: string
  value?: V | null
  onChange?: (value: V | null) => void
}

/** People of a company who are offered at once. */
const PEOPLE = 100

/** The company that goes on, with what a merger would move and what stands in its way. */
export function MergeTarget({ companyId, ...given }: Given<string> & { companyId: string }) {
  return (
    <Flex vertical gap={8}>
      {cloneElement((companyField as { render: ReactElement }).render, given)}
      {given.value ? <Preview key={given.value} companyId={companyId} intoId={given.value} /> : null}
    </Flex>
  )
}

function Preview({ companyId, intoId }: { companyId: string; intoId: string }) {
  const { data, error } = useAnswer(previewMerge, { companyId, intoId })
  if (error) return <Alert type="error" showIcon title={error} />
  if (!data) return <Typography.Text type="secondary">正在核对…</Typography.Text>
  if (data.obstacles.length > 0) return <Alert type="error" showIcon title="现在不能合并" description={data.obstacles.join('；')} />
  return <Alert type="info" showIcon title={data.moved.length > 0 ? `将转入：${counted(data.moved)}` : '没有需要转入的记录'} />
}

const counted = (rows: readonly { label: string; count: number }[]): string => rows.map(({ label, count }) => `${label} ${count} 条`).join('、')

/** People who are written down at a company; several can be chosen. */
export function PeopleOf({ companyId, id, value, onChange }: Given<string[]> & { companyId: string }) {
  const may = session().has('member:contact:read')
  const { data } = useAnswer(contact.list, may ? { companyId, pageSize: PEOPLE } : null)
  return (
    <Flex vertical gap={8}>
      <Select
        {...(id ? { id } : {})}
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        loading={may && !data}
        value={value ?? []}
        options={(data?.items ?? []).map((c) => ({ value: c.contactId, label: `${c.name} · ${postType.labels[c.postType]}` }))}
        placeholder="不选则没有联系人随迁"
        onChange={(next: string[]) => onChange?.(next)}
        style={{ width: '100%' }}
      />
      <SplitPreview companyId={companyId} contactIds={value ?? []} />
    </Flex>
  )
}

function SplitPreview({ companyId, contactIds }: { companyId: string; contactIds: string[] }) {
  const { data, error } = useAnswer(previewSplit, { companyId, contactIds })
  if (error) return <Alert type="error" showIcon title={error} />
  if (!data) return <Typography.Text type="secondary">正在核对…</Typography.Text>
  if (data.obstacles.length > 0) return <Alert type="error" showIcon title="现在不能分立" description={data.obstacles.join('；')} />
  return <Alert type="info" showIcon title={data.moved.length > 0 ? `转到新公司：${counted(data.moved)}` : '没有联系人转到新公司'} description={data.kept.length > 0 ? `留在原公司：${counted(data.kept)}` : undefined} />
}
