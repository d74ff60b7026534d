import { CODE, labelOf, type ResponseOf } from '@assoc/contract'
import { selectPolicyRoles, selectSecurityPolicy, updateSecurityPolicy } from '@assoc/contract/rbac/security'
import { ApiError, api, dateFormat, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, Button, checkForm, ConflictDialog, FailedToLoad, Flex, Form, FormFields, Input, Skeleton, theme, Typography, useAnswer, useTab, type FormField } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'

type Policy = ResponseOf<typeof selectSecurityPolicy>

type RoleOption = { value: string; label: string }
const groupsOf = (roles: readonly RoleOption[]): { title: string; fields: FormField[] }[] => [
  {
    title: '密码',
    fields: [
      { name: 'minLength', kind: 'number' },
      { name: 'minClasses', kind: 'number', label: '至少含几种字符', help: '大写、小写、数字、符号；1 为不限种类' },
      { name: 'historyCount', kind: 'number', help: '0 为不限' },
      { name: 'expireDays', kind: 'number', help: '到期后下次登录须先设置新密码' },
      { name: 'forbidRepeats', kind: 'switch' },
    ],
  },
  {
    title: '登录失败锁定',
    fields: [
      { name: 'lockTries', kind: 'number', help: '15 分钟内，按账号与网络地址计' },
      { name: 'lockMinutes', kind: 'number', help: '到时自动解除；用验证码或扫码登录也可解除' },
      { name: 'accountLockTries', kind: 'number', help: '15 分钟内从所有地址合计输错密码达到此次数，账号状态转为锁定；已登录的不受影响' },
    ],
  },
  {
    title: '会话',
    fields: [
      { name: 'idleMinutes', kind: 'number' },
      { name: 'absoluteHours', kind: 'number' },
      { name: 'sessionsPerUser', kind: 'number', help: '超出时最早的会话下线' },
    ],
  },
  {
    title: '二次验证',
    fields: [
      { name: 'secondFactorSensitive', kind: 'switch', help: '每次登录须输入动态码；还没有启用的人员下次登录时先启用' },
      { name: 'secondFactorNewDevice', kind: 'switch', help: '所有人员：有验证器的输入动态码，没有的输入发到手机或邮箱的验证码，两者都没有的先启用；在信任的设备上不再询问' },
      { name: 'secondFactorRoles', kind: 'select', multiple: true, options: roles, span: 2, help: '持有其中任一角色的人员每次登录须输入动态码' },
      { name: 'trustDays', kind: 'number', help: '在此期限内，信任的设备登录不再询问' },
    ],
  },
  {
    title: '访问地址',
    fields: [{ name: 'addresses', kind: 'own', label: '允许访问的网络地址', span: 2, help: '每行一个地址或网段，例如 192.0.2.0/24；留空为不限制', render: <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} /> }],
  },
]
/** Side by side where the page is wide enough, about equally high. */
const LEFT = ['密码', '访问地址']
/** Below this group stands what is no setting: whether uploads are scanned. */
const FILES_BELOW = '会话'
/** The same as the conflict dialog shows them. */
const toldOf = (fields: readonly FormField[]): FormField[] => [...fields.filter((f) => f.name !== 'addresses'), { name: 'allowedAddresses', kind: 'text' }]

const toForm = ({ allowedAddresses, ...policy }: Policy) => ({ ...policy, addresses: allowedAddresses.join('\n') })
type Values = ReturnType<typeof toForm>
const fromForm = ({ addresses, ...values }: Values) => ({ ...values, allowedAddresses: addresses.split(/[\s,，;；]+/).filter(Boolean) })

/** Passwords, lock-out, sessions, second factor and addresses: what is stored here holds from the next request on. */
function SecurityPolicy() {
  const { data, error, reload } = useAnswer(selectSecurityPolicy, {})
  const roles = useAnswer(selectPolicyRoles, {})
  const failed = error ?? roles.error
  if (!data || !roles.data) return failed ? <FailedToLoad message={failed} onRetry={() => void Promise.all([reload(), roles.reload()])} /> : <Skeleton active paragraph={{ rows: 12 }} />
  const options = roles.data.map((r) => ({ value: r.roleId, label: r.roleName }))
  // A role that is no longer in use can neither be shown by its name nor be stored again.
  const known = new Set(options.map((o) => o.value))
  return <PolicyForm key={data.version} policy={{ ...data, secondFactorRoles: data.secondFactorRoles.filter((id) => known.has(id)) }} roles={options} onSaved={reload} />
}

function PolicyForm({ policy, roles, onSaved }: { policy: Policy; roles: readonly RoleOption[]; onSaved: () => Promise<void> }) {
  const groups = groupsOf(roles)
  const fields = groups.flatMap((g) => g.fields)
  const columns = [groups.filter((g) => LEFT.includes(g.title)), groups.filter((g) => !LEFT.includes(g.title))]
  const { token } = theme.useToken()
  const { setDirty: tell } = useTab()
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Record<string, unknown> | null>(null)
  const [version, setVersion] = useState(policy.version)
  const intent = useRef(newKey())
  const mayChange = session().has('rbac:security:update')
  useEffect(() => {
    tell(dirty)
    return () => tell(false)
  }, [dirty, tell])

  const values = () => {
    const { updateTime: _t, updateName: _n, ownAddress: _a, virusScan: _s, version: _v, ...typed } = fromForm({ ...toForm(policy), ...form.getFieldsValue(true) } as Values)
    return typed
  }
  const show = (errors: readonly { path: string; message: string }[]) => {
    const of = (name: string) => (name === 'addresses' ? 'allowedAddresses' : name)
    form.setFields(fields.map(({ name }) => ({ name: name as keyof Values, errors: errors.filter((e) => e.path.split('.')[0] === of(name)).map((e) => e.message) })))
  }
  const save = async (input: ReturnType<typeof values>, at = version) => {
    const wrong = checkForm(updateSecurityPolicy.request, { ...input, version: at })
    show(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      await api(updateSecurityPolicy, { ...input, version: at }, { idempotencyKey: intent.current, quiet: [CODE.conflict, CODE.input] })
      toasts.success('安全策略已保存，立即生效')
      setDirty(false)
      await onSaved()
    } catch (caught) {
      if (!(caught instanceof ApiError)) return toasts.error('网络连接失败，内容已保留，请重试')
      intent.current = newKey()
      if (caught.code === CODE.conflict) setConflict((caught.data as { current: Record<string, unknown> }).current)
      else show(caught.fields)
    } finally {
      setBusy(false)
    }
  }
  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <Flex vertical gap={12} style={{ maxWidth: 1280 }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ ...panel, padding: '10px 16px' }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          安全策略
        </Typography.Title>
        <Flex align="center" gap={12}>
          <Typography.Text type="secondary">{policy.updateTime ? `${policy.updateName ?? '系统'} 于 ${dateFormat(policy.updateTime, 'YYYY-MM-DD HH:mm')} 修改` : '当前为默认值'}</Typography.Text>
          {mayChange ? (
            <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save(values())}>
              保存
            </Button>
          ) : null}
        </Flex>
      </Flex>
      {mayChange ? null : <Alert type="info" showIcon title="您可以查看安全策略，修改须由安全管理员进行。" />}
      <Form
        form={form}
        layout="vertical"
        disabled={!mayChange}
        initialValues={toForm(policy)}
        onValuesChange={() => {
          setDirty(true)
          intent.current = newKey()
        }}
      >
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 540px), 1fr))', gap: 12, alignItems: 'start' }}>
          {columns.map((column) => (
            <Flex key={column[0]?.title} vertical gap={12}>
              {column.map((group) => (
                <section key={group.title} aria-label={group.title} style={panel}>
                  <Typography.Title level={2} style={{ fontSize: 14, margin: '0 0 12px' }}>
                    {group.title}
                  </Typography.Title>
                  <FormFields fields={group.fields} schema={updateSecurityPolicy.request} />
                  {group.title === '访问地址' ? <Typography.Text type="secondary">您现在的地址：{policy.ownAddress}</Typography.Text> : null}
                </section>
              ))}
              {column.some((group) => group.title === FILES_BELOW) ? (
                <section aria-label="上传文件" style={panel}>
                  <Typography.Title level={2} style={{ fontSize: 14, margin: '0 0 12px' }}>
                    上传文件
                  </Typography.Title>
                  <Typography.Text>{policy.virusScan ? '病毒扫描：已启用。上传的文件先经扫描，含病毒的不予接收。' : '病毒扫描：未启用。可由系统运维人员配置扫描服务。'}</Typography.Text>
                </section>
              ) : null}
            </Flex>
          ))}
        </div>
      </Form>
      {conflict ? (
        <ConflictDialog
          schema={updateSecurityPolicy.request}
          fields={toldOf(fields).map((f) => ({ ...f, label: labelOf(updateSecurityPolicy.request, f.name) }))}
          base={fromForm(toForm(policy))}
          mine={values()}
          theirs={conflict}
          onTakeTheirs={() => {
            setConflict(null)
            setDirty(false)
            void onSaved()
          }}
          onSettle={(settled) => {
            setConflict(null)
            setVersion(conflict['version'] as number)
            void save(settled as ReturnType<typeof values>, conflict['version'] as number)
          }}
          onClose={() => setConflict(null)}
        />
      ) : null}
    </Flex>
  )
}

export default observer(SecurityPolicy)
