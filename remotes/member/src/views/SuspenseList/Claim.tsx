import { claimSuspense, suggestMembers, type suspense } from '@assoc/contract/fee/bank'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Button, Flex, Form, FormDrawer, Typography, useAnswer, type FormInstance, type RowOf } from '@assoc/ui'

/** Gives suspended money to a member. */
export function Claim({ item, onClose, onDone, onSplit }: { item: RowOf<typeof suspense.list>; onClose: () => void; onDone: () => void; onSplit: () => void }) {
  const { suspenseId, version, payerName, amount, purpose } = item
  const { data } = useAnswer(suggestMembers, { suspenseId })
  const suggested = (data ?? []).map((m) => ({ value: m.memberId, label: `${m.memberName} · ${m.memberNo}` }))
  return (
    <FormDrawer
      open
      title={`认领款项：${payerName}`}
      call={claimSuspense}
      fields={[
        { name: 'memberId', kind: 'ref', span: 2, suggested },
        { name: 'reason', kind: 'longText', placeholder: '例如 会员来函确认、电话核实' },
      ]}
      initial={{}}
      hidden={{ suspenseId, version }}
      submitText="认领"
      onClose={onClose}
      onDone={() => {
        toasts.success('已认领，款项已核销到会员账单')
        onDone()
      }}
    >
      {(form) => (
        <>
          <Alert type="info" showIcon title={`${yuan(amount)} 元${purpose ? `，附言：${purpose}` : ''}`} description="认领后立即核销：先付年度最早的账单，余下转入会费余额。" />
          {data && data.length > 0 ? (
            <section aria-label="推荐会员">
              <Typography.Text type="secondary">可能的付款会员</Typography.Text>
              <Flex vertical gap={4}>
                {data.map((m) => (
                  <Flex key={m.memberId} justify="space-between" align="center" gap={8}>
                    <Typography.Text>
                      {m.memberName}（{m.memberNo}）：{m.why}
                    </Typography.Text>
                    <Choose form={form} memberId={m.memberId} name={m.memberName} why={m.why} />
                  </Flex>
                ))}
              </Flex>
            </section>
          ) : null}
          <Flex align="center" gap={8}>
            <Typography.Text type="secondary">一笔款付多个会员，或只付指定账单时：</Typography.Text>
            <Button type="link" onClick={onSplit}>
              拆分认领
            </Button>
          </Flex>
        </>
      )}
    </FormDrawer>
  )
}

/** Fills the form with a suggested member, and with what speaks for them unless a reason stands there. */
function Choose({ form, memberId, name, why }: { form: FormInstance; memberId: string; name: string; why: string }) {
  const chosen = Form.useWatch<string | undefined>('memberId', form) === memberId
  const choose = () => {
    const reason = form.getFieldValue('reason') as string | undefined
    form.setFieldsValue({ memberId, ...(reason ? {} : { reason: why }) })
  }
  return (
    <Button size="small" disabled={chosen} aria-label={`${chosen ? '已选用' : '选用'} ${name}`} onClick={choose}>
      {chosen ? '已选用' : '选用'}
    </Button>
  )
}
