import { previewMerge, previewSplit } from '@assoc/contract/member/company-change'
import { companyLookup, contactLookup } from '@assoc/contract/member/lookups'
import { Alert, Flex, RefSelect, Typography, useAnswer, type RefSelectProps } from '@assoc/ui'

type Given = Omit<RefSelectProps, 'lookup'> & { companyId: string }

/** The company that goes on, with what a merger would move and what stands in its way. */
export function MergeTarget({ companyId, ...given }: Given) {
  return (
    <Flex vertical gap={8}>
      <RefSelect {...given} lookup={companyLookup} except={[companyId]} />
      {typeof given.value === 'string' ? <Preview key={given.value} companyId={companyId} intoId={given.value} /> : null}
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
export function PeopleOf({ companyId, ...given }: Given) {
  return (
    <Flex vertical gap={8}>
      {/* Also those who do not serve any more: they belong to one of the two companies as well. */}
      <RefSelect {...given} multiple lookup={contactLookup} where={{ companyId, contactStatus: undefined }} placeholder="不选则没有联系人随迁" />
      <SplitPreview companyId={companyId} contactIds={Array.isArray(given.value) ? given.value : []} />
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
