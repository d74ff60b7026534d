import { contactQrCode, qrStatus } from '@assoc/contract/member/qr-code'
import { resourcePage } from '@assoc/ui'

/** Pictures by which members reach the association. */
export default resourcePage({
  name: 'member/ContactQrCode',
  title: '联系人二维码',
  resource: contactQrCode,
  columns: [
    { field: 'qrTitle', width: 220, sortable: true },
    { field: 'qrScene', width: 120 },
    { field: 'image', width: 240 },
    { field: 'qrStatus', width: 100, tag: qrStatus },
    { field: 'remark', width: 240 },
  ],
  texts: { enable: '每个场景只能启用一个二维码。', disable: '停用后会员不再看到它。', delete: '删除后不能恢复。' },
})
