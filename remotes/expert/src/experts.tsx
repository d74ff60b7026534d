import { expert, expertStatus, printExpertLetter } from '@assoc/contract/expert/expert'
import { FIRST_PASSWORD_HOURS } from '@assoc/contract/rbac/user'
import { download, saveAs } from '@assoc/http'
import { ReasonDialog, type PageDialog, type ResourcePageOptions, type RowOfResource } from '@assoc/ui'

type Expert = RowOfResource<typeof expert>

const Letter = ({ row: { expertId, name, accountName }, onClose, onDone }: PageDialog<Expert>) => (
  <ReasonDialog
    title={`打印密码函：${name}`}
    text={`账号 ${accountName ?? ''} 的首次登录密码只印在密码函上，屏幕上不显示，且只能打印一次。请打印后装入信封封口交给专家，${FIRST_PASSWORD_HOURS} 小时内有效，首次登录须设置新密码。`}
    confirmText="打印密码函"
    reason="none"
    onConfirm={async () => {
      const { blob, fileName } = await download(printExpertLetter, { expertId })
      saveAs(blob, fileName)
      onDone()
    }}
    onClose={onClose}
  />
)

/** What the pages of all experts and of those for essays have in common. */
export const EXPERTS = {
  resource: expert,
  keywordHint: '编号、姓名、拼音首字母、单位或完整手机号',
  columns: [
    { field: 'expertNo', width: 110, sortable: true },
    { field: 'name', width: 100 },
    { field: 'unit', width: 200 },
    { field: 'titleName', width: 110 },
    { field: 'fields', width: 180 },
    { field: 'mobile', width: 125 },
    { field: 'email', width: 180, hidden: true },
    { field: 'termEnd', width: 115, sortable: true },
    { field: 'termState', width: 110 },
    { field: 'accountName', width: 130, hidden: true },
    { field: 'expertStatus', width: 100, title: '状态', tag: expertStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: {
    relatedCompanies: { span: 2, help: '任职、担任董监高、近 24 个月有偿服务的单位，用于回避；不在公司库中的填写其他单位全称' },
    idCard: { help: '仅用于支付评审费，可以后补填' },
    bankCard: { help: '仅用于支付评审费，可以后补填' },
    remark: { span: 2 },
  },
  texts: {
    appoint: '聘任后开通专家账号，可用手机验证码登录，也可以打印密码函。',
    suspend: '暂停后该专家立即不能以专家身份登录，也不再分配新的评审。',
    resume: '恢复后可以重新以专家身份登录。',
    dismiss: '解聘后专家账号终止；重新提交并再次聘任后恢复。',
  },
  defaultSort: { field: 'updateTime', order: 'desc' },
  actions: (row, { show }) => (row.abilities.includes('letter') ? [{ key: 'letter', label: '打印密码函', last: true, onClick: () => show('letter', row) }] : []),
  dialogs: { letter: Letter },
} satisfies Omit<ResourcePageOptions<typeof expert, 'letter'>, 'name' | 'title'>
