import { choice, choiceField, optionalText, text } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { member } from './permits'

export const qrScene = choice('使用场景', { service: '会员服务', fee: '会费', meeting: '会议' })

const update = 'member:qrCode:update'
export const qrStatus = statusMachine('启用状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update },
])

/** The picture by which members reach the association; one in use per scene (domain A11). */
export const contactQrCode = resource({
  name: 'contactQrCode',
  label: '联系人二维码',
  base: '/member/qrCode',
  id: 'qrCodeId',
  fields: {
    qrTitle: text('二维码名称', 50),
    qrScene: choiceField(qrScene),
    image: files('二维码图片', { exts: ['png', 'jpg'], maxMb: 2, max: 1, least: 1 }),
    remark: optionalText('备注', 200),
  },
  filters: { keyword: optionalText('二维码名称', 50), qrScene: qrScene.schema.optional(), qrStatus: qrStatus.schema.optional() },
  view: 'member/ContactQrCode',
  facts: ['qrTitle', 'qrScene', 'remark'],
  sortable: ['qrTitle'],
  access: { read: member('qrCode:read'), insert: member('qrCode:update'), update: member('qrCode:update'), remove: member('qrCode:update') },
  status: { field: 'qrStatus', machine: qrStatus },
})
