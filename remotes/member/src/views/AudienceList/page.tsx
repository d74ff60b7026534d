import { audienceSharing, messageAudience, selectAudience } from '@assoc/contract/message/audience'
import { api } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session, tellLost } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { keepAudience } from '../../message/chosen-store'
import type { Channel } from '../../message/compose-values'

/** Writing to an audience: it is taken into the page that writes, where it can still be changed. */
function useWriting() {
  const navigate = useNavigate()
  const write = (channel: Channel, audienceId: string) =>
    void api(selectAudience, { audienceId })
      .then(({ audience }) => navigate(keepAudience(channel, audience)))
      .catch(tellLost)
  const action = (channel: Channel, label: string, audienceId: string) =>
    session().has(`message:${channel}:write`) ? [{ key: channel, label, onClick: () => write(channel, audienceId) }] : []
  return { actions: (row: { audienceId: string }) => [...action('sms', '写短信', row.audienceId), ...action('mail', '写邮件', row.audienceId)] }
}

/** Recipients that are kept under a name, one's own and those that others share. */
export default resourcePage({
  name: 'member/AudienceList',
  title: '收件人分组',
  resource: messageAudience,
  columns: [
    { field: 'audienceName', width: 180, sortable: true },
    { field: 'summary', width: 360 },
    { field: 'sharing', width: 100, tag: audienceSharing },
    { field: 'ownerName', width: 100 },
    { field: 'updateTime', width: 150, sortable: true },
  ],
  usePage: useWriting,
  fields: { remark: { span: 2 } },
  nameOf: (row) => row.audienceName,
  detail: ['audienceName', 'summary', 'sharing', 'ownerName', 'deptName', 'remark', 'updateTime'],
  texts: { delete: '删除后不能恢复；已经写好的短信和邮件不受影响。' },
  emptyText: '在“写短信”或“写邮件”中选好收件人后，可以保存为分组',
  visibleActions: 2,
})
