import { accessReview, accessReviewLine, lineDecision, reviewStatus } from '@assoc/contract/rbac/access-review'
import { Flex, Progress, resourcePage, ResourcePart, Typography } from '@assoc/ui'

/** Yearly reviews of sensitive rights; the lines of one stand in its detail. */
export default resourcePage({
  name: 'rbac/AccessReview',
  title: '权限复核',
  resource: accessReview,
  keywordHint: '复核名称',
  columns: [
    { field: 'title', width: 200, sortable: true },
    { field: 'reviewDate', width: 108, sortable: true },
    { field: 'lineCount', width: 82 },
    { field: 'pendingCount', width: 82 },
    { field: 'takenBackCount', width: 82 },
    { field: 'reviewStatus', width: 92, tag: reviewStatus },
    { field: 'createdByName', width: 100, hidden: true },
    { field: 'createTime', width: 150, hidden: true },
    { field: 'signedByName', width: 90 },
    { field: 'signedTime', width: 155 },
  ],
  fields: { reviewDate: { help: '名单取发起时的角色与敏感权限，之后的变动不影响名单' } },
  texts: { signOff: '签署后名单和结论不能再修改；全部复核项有结论后才能签署。' },
  actions: (row, { open }) => [{ key: 'lines', label: row.reviewStatus === 'open' ? '复核' : '查看', opens: true, onClick: () => open(row) }],
  detail: ['reviewDate', 'reviewStatus', 'createdByName', 'createTime', 'signedByName', 'signedTime', 'remark'],
  detailWidth: 1120,
  inDetail: ({ reviewId, lineCount, pendingCount }, { reload }) => {
    const [all, decided] = [Number(lineCount), Number(lineCount) - Number(pendingCount)]
    return (
    <Flex vertical gap={12}>
      <Flex align="center" gap={12}>
        <Typography.Text>
          已复核 {decided} / {all}
        </Typography.Text>
        <div style={{ flex: 1, maxWidth: 360 }}>
          <Progress percent={all === 0 ? 100 : Math.floor((decided * 100) / all)} size="small" aria-label="复核进度" />
        </div>
        <Typography.Text type="secondary">本人的角色由他人复核；收回后角色立即取消。</Typography.Text>
      </Flex>
      <ResourcePart
        name="rbac/AccessReview/lines"
        title="复核项"
        resource={accessReviewLine}
        fixed={{ reviewId }}
        columns={[
          { field: 'realName', width: 100, sortable: true },
          { field: 'deptName', width: 120 },
          { field: 'roleName', width: 130, sortable: true },
          { field: 'sensitiveCount', width: 105 },
          { field: 'decision', width: 100, tag: lineDecision },
          { field: 'decidedByName', width: 90 },
          { field: 'decisionReason', width: 160 },
          { field: 'loginName', width: 130, hidden: true },
          { field: 'expiresAt', width: 150, hidden: true },
          { field: 'decidedTime', width: 150, hidden: true },
        ]}
        detail={['realName', 'loginName', 'deptName', 'roleName', 'expiresAt', 'sensitivePermits', 'decision', 'decidedByName', 'decidedTime', 'decisionReason']}
        texts={{ confirm: '确认此人仍需要该角色。', takeBack: '此人的该角色立即取消，正在进行的操作也会中断；收回不能撤销，需要时请重新分配角色。' }}
        onChanged={() => void reload()}
      />
    </Flex>
    )
  },
})
