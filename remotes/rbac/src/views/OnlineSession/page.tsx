import { onlineSession } from '@assoc/contract/rbac/online-session'
import { resourcePage, Tag } from '@assoc/ui'
import { deviceName } from '../../lib/device'

/** Who is signed in now, and ending it. */
export default resourcePage({
  name: 'rbac/OnlineSession',
  title: '在线会话',
  resource: onlineSession,
  keywordHint: '账号、姓名或登录地址',
  columns: [
    { field: 'loginName', width: 150 },
    { field: 'realName', width: 120 },
    { field: 'loginIp', width: 130 },
    {
      field: 'device',
      width: 190,
      render: (row) => (
        <span title={row.device}>
          {deviceName(row.device)} {row.current ? <Tag color="processing">本机</Tag> : null}
        </span>
      ),
    },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'lastSeenTime', width: 155, sortable: true },
  ],
  nameOf: ({ realName, device }) => `${realName}（${deviceName(device)}）`,
  texts: { kick: '会话将立即结束，未保存的内容会留作草稿。' },
  detail: false,
})
