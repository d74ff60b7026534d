import { signStatus, smsQuota } from '@assoc/contract/message/quota'
import { Flex, resourcePage, Tag, Typography } from '@assoc/ui'

/** Share of a month's parts from which on the rest is marked (domain J5). */
const WARN = 0.8

/** The signature of each department and how many parts it may send a month. */
export default resourcePage({
  name: 'member/SignQuota',
  title: '签名与额度',
  resource: smsQuota,
  keywordHint: '部门或签名',
  columns: [
    { field: 'deptName', width: 130 },
    { field: 'signName', width: 150, render: (row) => <>【{row.signName}】</>, text: (row) => row.signName },
    { field: 'monthlyParts', width: 135, sortable: true },
    { field: 'usedParts', width: 125 },
    {
      field: 'leftParts',
      width: 170,
      render: (row) => (
        <Flex gap={8} align="center" justify="flex-end">
          {row.usedParts >= row.monthlyParts * WARN ? <Tag color={row.leftParts <= 0 ? 'error' : 'warning'}>{row.leftParts <= 0 ? '已用完' : '不足两成'}</Tag> : null}
          <Typography.Text>{row.leftParts.toLocaleString('zh-CN')}</Typography.Text>
        </Flex>
      ),
    },
    { field: 'signStatus', width: 90, tag: signStatus },
    { field: 'remark', width: 120 },
  ],
  fields: {
    signName: { placeholder: '例如：示例协会', help: '须与服务商备案一致，不含【】' },
    monthlyParts: { help: '每月一日重新计算，按条计费' },
    remark: { span: 2 },
  },
  initial: { monthlyParts: 10_000 },
  nameOf: (row) => row.deptName,
  detail: ['deptName', 'signName', 'monthlyParts', 'usedParts', 'leftParts', 'signStatus', 'remark'],
  texts: { disable: '停用后该部门不能再发送短信，已提交的短信不受影响。', delete: '删除后该部门不能再发送短信。' },
})
