import { instantOf, localTime, today } from '@assoc/contract/core/day'
import { RESUME_ITEM } from '@assoc/contract/member/data-item'
import { profession } from '@assoc/contract/member/profession'
import { accountingQual, REFUSED_MONTHS } from '@assoc/contract/member/director'
import { dateFormat } from '@assoc/http'
import { DatePicker, Form, Select, type FormField } from '@assoc/ui/data'
import dayjs from 'dayjs'
import { useEffect } from 'react'
import { papersField } from '../JoinAudit/documents'

interface Given {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** Open only for accounting professionals; what was chosen goes when the switch is turned off. */
function Qualification({ id, value, onChange }: Given) {
  const wanted = Form.useWatch<boolean>('isAccounting', Form.useFormInstance())
  useEffect(() => {
    if (wanted === false && value) onChange?.(null)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the switch is turned
  }, [wanted])
  return <Select {...(id ? { id } : {})} allowClear disabled={!wanted} value={value ?? null} options={accountingQual.options} placeholder={wanted ? '请选择' : '会计专业人士填写'} onChange={(next: string | undefined) => onChange?.(next ?? null)} />
}

function Moment({ id, value, onChange }: Given) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      style={{ width: '100%' }}
      value={value ? dayjs(localTime(value)) : null}
      disabledDate={(day) => day.isAfter(today(), 'day')}
      onChange={(next) => onChange?.(next && !Array.isArray(next) ? instantOf(next.format('YYYY-MM-DD HH:mm')) : null)}
    />
  )
}

export const FIELDS: Record<string, Partial<FormField>> = {
  idCard: { help: `加密保存，只用于查重；不予入库的人满 ${REFUSED_MONTHS} 个月后在原记录上重新提交，填写其号码会提示最早日期` },
  professions: { kind: 'checks', options: profession.options, span: 2 },
  experienceYears: { help: '入库须满 5 年' },
  currentSeats: { help: '入库最多 3 家' },
  accountingQual: { kind: 'own', render: <Qualification />, show: (value) => accountingQual.labels[value as 'cpa'] ?? '—' },
  punished36m: { help: '受过处罚的，审核人须写明复核意见' },
  paperSlots: papersField({ biz: 'pool', purpose: 'directorUser.papers', except: [RESUME_ITEM] }),
  consentTime: { kind: 'own', render: <Moment />, help: '本人单独同意保存身份证号的时间', show: (value) => dateFormat(value as string | null, 'YYYY-MM-DD HH:mm') || '—' },
}
