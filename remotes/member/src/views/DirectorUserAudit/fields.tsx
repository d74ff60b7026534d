import { RESUME_ITEM } from '@assoc/contract/member/data-item'
import { REFUSED_MONTHS } from '@assoc/contract/member/director'
import { profession } from '@assoc/contract/member/profession'
import type { FormField } from '@assoc/ui'
import { papersField } from '../JoinAudit/documents'

export const FIELDS: Record<string, Partial<FormField>> = {
  idCard: { help: `加密保存，只用于查重；不予入库的人满 ${REFUSED_MONTHS} 个月后在原记录上重新提交，填写其号码会提示最早日期` },
  professions: { kind: 'checks', options: profession.options, span: 2 },
  experienceYears: { help: '入库须满 5 年' },
  currentSeats: { help: '入库最多 3 家' },
  punished36m: { help: '受过处罚的，审核人须写明复核意见' },
  paperSlots: papersField({ biz: 'pool', purpose: 'directorUser.papers', except: [RESUME_ITEM] }),
  consentTime: { help: '本人单独同意保存身份证号的时间' },
}
