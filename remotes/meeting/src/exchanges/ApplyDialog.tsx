import { openExchangeLookup } from '@assoc/contract/meeting/exchange-lookups'
import { exchangeApply } from '@assoc/contract/meeting/exchange-apply'
import { applyForExchange, selectExchangeToApply } from '@assoc/contract/meeting/exchange-own'
import { companyLookup } from '@assoc/contract/member/lookups'
import type { ResponseOf } from '@assoc/contract'
import { Alert, AppModal, deriveFields, FailedToLoad, Flex, FormDrawer, RefSelect, Select, Skeleton, useAnswer, type CreateDialog, type FormField } from '@assoc/ui'
import { useState } from 'react'

type Exchange = ResponseOf<typeof selectExchangeToApply>

/** The form of an application: a passport is asked of those who go abroad alone. */
function fieldsFor(exchange: Exchange): FormField[] {
  const company: FormField = {
    name: 'companyId',
    kind: 'own',
    span: 2,
    label: '单位',
    render: exchange.forAnybody ? (
      <RefSelect lookup={companyLookup} />
    ) : (
      <Select placeholder="请选择" notFoundContent="账号没有关联单位，请填写单位名称" options={exchange.companies.map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))} />
    ),
  }
  const guest = exchange.forAnybody || exchange.companies.length === 0
  const without = ['exchangeId', 'companyId', ...(guest ? [] : ['unitName']), ...(exchange.exchangeType === 'abroad' ? [] : ['passportNo'])]
  return [company, ...deriveFields(exchangeApply, { unitName: { span: 2, help: '不在公司库中的填写单位名称' }, passportNo: { help: '加密保存，仅用于办理出境手续，活动总结后删除' }, remark: { span: 2 } }, without)]
}

/** Applies for one exchange: oneself, one of the people of a company that one acts for, or, for staff, anybody. */
export function ApplyForm({ exchangeId, onClose, onDone }: { exchangeId: string } & CreateDialog) {
  const { data, error, reload } = useAnswer(selectExchangeToApply, { exchangeId })
  if (!data) {
    return (
      <AppModal open title="报名" footer={null} onCancel={onClose}>
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active />}
      </AppModal>
    )
  }
  const { self, forAnybody, companies } = data
  const own = forAnybody ? {} : { name: self.name, mobile: self.mobile, email: self.email, companyId: companies[0]?.companyId ?? null }
  return (
    <FormDrawer open title={`报名 · ${data.exchangeName}`} call={applyForExchange} fields={fieldsFor(data)} initial={{ insureFlag: false, ...own }} hidden={{ exchangeId }} draft={`meeting/ExchangeApply/new/${exchangeId}`} submitText="提交报名" onClose={onClose} onDone={() => onDone('报名已提交，审核结果将以短信通知')}>
      {data.closed ? <Alert type="warning" showIcon title={data.closed} /> : data.placesLeft === 0 ? <Alert type="info" showIcon title={`名额已满，审核通过后进入候补，现有 ${data.waiting} 人候补`} /> : null}
    </FormDrawer>
  )
}

/** The same for a row of a list of exchanges. */
export function ApplyRowDialog({ row, onClose, onDone }: { row: { exchangeId: string }; onClose: () => void; onDone: (said?: string) => void }) {
  return <ApplyForm exchangeId={row.exchangeId} onClose={onClose} onDone={onDone} />
}

/** A new application: first the exchange, which says what else is asked. */
export function NewApplication({ onClose, onDone }: CreateDialog) {
  const [exchangeId, setExchangeId] = useState<string | null>(null)
  if (exchangeId) return <ApplyForm exchangeId={exchangeId} onClose={onClose} onDone={onDone} />
  return (
    <AppModal open title="登记报名" footer={null} onCancel={onClose}>
      <Flex vertical gap={12}>
        <RefSelect lookup={openExchangeLookup} aria-label="活动" placeholder="请选择活动" value={null} onChange={(id) => setExchangeId(typeof id === 'string' ? id : null)} />
      </Flex>
    </AppModal>
  )
}
