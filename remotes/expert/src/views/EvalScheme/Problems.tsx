import { selectSchemeProblems, type evalScheme } from '@assoc/contract/expert/scheme'
import { Alert, AppModal, Button, FailedToLoad, Flex, Skeleton, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'

/** What keeps a scheme from being opened. */
export function Problems({ row, onClose }: PageDialog<RowOfResource<typeof evalScheme>>) {
  const { data, error, reload } = useAnswer(selectSchemeProblems, { schemeId: row.schemeId })
  return (
    <AppModal open title={`检查：${row.schemeName}`} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active title={false} />
      ) : data.problems.length === 0 ? (
        <Alert type="success" showIcon title="方案完整，可以开放申报。" />
      ) : (
        <Flex vertical gap={8}>
          {data.problems.map((sentence) => (
            <Alert key={sentence} type="error" showIcon title={sentence} />
          ))}
        </Flex>
      )}
    </AppModal>
  )
}
