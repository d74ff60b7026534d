import { Form, Popconfirm, type FormInstance } from 'antd'
import { CODE, labelOf, type Call, type FieldError, type RequestOf, type ResponseOf } from '@assoc/contract'
import { api, ApiError, dateFormat, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { memo, startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Alert, Button, Flex, theme } from '../../shell'
import { AppDrawer } from '../../shell/modal'
import { useTab } from '../../shell/tab-context'
import { ConflictDialog } from '../lazy'
import { DraftKeeper, type Draft } from './draft-store'
import { byField, checkForm, errorsAt, missingIn, placeOf, type Place } from './form-errors'
import { FormFields, fromForm, ofRecord, toForm, type FormField } from './FormFields'
import { begun, follow } from './form-rules'
import { ReasonDialog } from './ReasonDialog'
import { Uploads, UploadsContext } from './uploads'

export interface FormDrawerProps<C extends Call> {
  open: boolean
  title: string
  call: C
  fields: readonly FormField[]
  /** What the form begins with; for an edit the record as it was read, with its version. */
  initial: Record<string, unknown>
  /** Sent with the fields, not shown: id and version. */
  hidden?: Record<string, unknown>
  /** Key under which what is typed is kept until it is saved; none for forms of one or two fields. */
  draft?: string
  /** Milliseconds after the last key until the draft is sent; see DraftKeeper. */
  draftPause?: number
  width?: number
  /** The form is a page of its own and no drawer: it has no way out but its buttons. */
  inPage?: boolean
  onClose: () => void
  onDone: (answer: ResponseOf<C>, values: Record<string, unknown>) => void
  /** Hears of every change, where what stands above the fields depends on them. */
  onValues?: (values: Record<string, unknown>) => void
  /** Asked before it is sent, where these values want a second look; null sends at once. */
  askFirst?: (values: Record<string, unknown>) => { title: string; text: string } | null
  submitText?: string
  /** The action takes something away: its button is red. */
  danger?: boolean
  /** Above the fields. What reads or fills them is a function of the form. */
  children?: ReactNode | ((form: FormInstance) => ReactNode)
}

/**
 * A form in a drawer as all forms work: checked with the contract's schema before it is sent, every
 * refused field of the server at its field and in a summary that jumps there, one idempotency key per
 * intent, a draft while typing, a question before typed text is thrown away, a dialog for conflicts.
 */
function Drawer_<C extends Call>(props: FormDrawerProps<C>) {
  return props.open ? <OpenForm {...props} /> : null
}

function OpenForm<C extends Call>({ title, call, fields, initial, hidden, draft, draftPause, width, inPage = false, onClose, onDone, onValues, askFirst, submitText, danger = false, children }: FormDrawerProps<C>) {
  const { token } = theme.useToken()
  const [form] = Form.useForm()
  const tab = useTab()
  const [errors, setErrors] = useState<FieldError[]>([])
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [found, setFound] = useState<Draft | null>(null)
  const [conflict, setConflict] = useState<Record<string, unknown> | null>(null)
  const [asking, setAsking] = useState<{ title: string; text: string; version: unknown } | null>(null)
  const [version, setVersion] = useState<unknown>(hidden?.['version'])
  const [keeper] = useState(() => (draft ? new DraftKeeper(draft, draftPause) : null))
  const [uploads] = useState(() => new Uploads())
  // One key per intent: the same until the text changes or the action is done.
  const intent = useRef(newKey())

  const looked = useRef(false)
  useEffect(() => {
    if (!keeper) return
    // Once: the effect runs again when a kept tab is shown, and what is found then stands in the form.
    if (!looked.current) {
      looked.current = true
      void keeper.find().then(setFound)
    }
    return () => keeper.close()
  }, [keeper])
  useEffect(() => {
    tab.setDirty(dirty)
    return () => tab.setDirty(false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the tab is another object with every drawing, and stays the same tab
  }, [dirty])

  const show = (list: FieldError[]) => {
    form.setFields(errorsAt(fields, list, errors))
    setErrors(list)
    const first = list.map((e) => placeOf(fields, e.path)).find((place) => place !== null)
    if (first) goTo(first)
  }
  const goTo = (place: Place) => form.scrollToField(place, { focus: true, block: 'center' } as never)

  // Values that come from elsewhere than the hand: what follows from them stands in them.
  const put = (values: Record<string, unknown>) => {
    const inForm = toForm(fields, values)
    held.current = fromForm(fields, inForm)
    form.setFieldsValue(inForm)
  }

  const submit = async (withVersion: unknown = version, sure = false) => {
    if (uploads.busy) {
      setBusy(true)
      const arrived = await uploads.arrived()
      setBusy(false)
      // What is wrong stands at the file.
      if (!arrived) return toasts.error('有文件没有上传成功，处理后再保存')
    }
    const values = fromForm(fields, form.getFieldsValue(true) as Record<string, unknown>, call.request)
    const input = { ...values, ...hidden, ...(withVersion === undefined ? {} : { version: withVersion }) }
    const missing = missingIn(fields, call.request, values)
    const wrong = [...missing, ...checkForm(call.request, input).filter(({ path }) => !missing.some((one) => one.path === path))]
    show(wrong)
    if (wrong.length > 0) return
    const question = sure ? null : askFirst?.(values)
    if (question) return setAsking({ ...question, version: withVersion })
    setBusy(true)
    try {
      const answer = await api(call, input as RequestOf<C>, { idempotencyKey: intent.current, quiet: [CODE.conflict] })
      setDirty(false)
      await keeper?.drop()
      onDone(answer, values)
    } catch (error) {
      if (error instanceof ApiError) {
        const current = (error.data as { current?: Record<string, unknown> | null } | null)?.current
        if (error.code === CODE.conflict && current) setConflict(current)
        // Nothing to compare with: the record is another one now, or gone.
        else if (error.code === CODE.conflict) toasts.error(error.message)
        else show(error.fields)
      } else {
        toasts.error('网络连接失败，内容已保留，请重试')
        return // The same intent may be tried again with the same key.
      }
      intent.current = newKey()
    } finally {
      setBusy(false)
    }
  }

  // The same ones all the time the form is open: anything else would draw all its fields at the first key, when it turns dirty.
  const [record] = useState(initial)
  const [initialValues] = useState(() => toForm(fields, begun(call.request, ofRecord(fields, record), hidden?.['version'] === undefined)))
  const held = useRef<Record<string, unknown> | null>(null)
  const changed = useCallback(
    (given: Record<string, unknown>) => {
      const all = follow(form, call.request, fields, (held.current ??= fromForm(fields, initialValues)), given)
      held.current = fromForm(fields, all)
      // What the drawer shows of it may come a moment after the key.
      startTransition(() => setDirty(true))
      intent.current = newKey()
      keeper?.note(fromForm(fields, all))
      onValues?.(all)
    },
    [form, call, fields, initialValues, keeper, onValues],
  )

  const summary = byField(errors, fields)
  const footer = (
    <Flex vertical gap={8}>
      {/* Here, where it moves no field: it is found a moment after the form stands. */}
      {found ? (
        <Alert
          type="info"
          showIcon
          title={`有一份 ${dateFormat(found.savedTime, 'YYYY-MM-DD HH:mm')} 未保存的草稿`}
          action={
            <Flex gap={8}>
              <Button size="small" type="primary" onClick={() => {
                put(found.content as Record<string, unknown>)
                setDirty(true)
                setFound(null)
              }}>
                恢复
              </Button>
              <Button size="small" onClick={() => void (keeper?.drop(), setFound(null))}>
                丢弃
              </Button>
            </Flex>
          }
        />
      ) : null}
      <Flex gap={8} justify="flex-end">
        {/* Always there: to make it, with its styles, is work that the first key would wait for. */}
        <Popconfirm title="放弃已填写的内容？" okText="放弃" cancelText="继续填写" disabled={!dirty} onConfirm={() => void (keeper?.drop(), onClose())}>
          <Button {...(dirty ? {} : { onClick: onClose })}>取消</Button>
        </Popconfirm>
        <Button type="primary" danger={danger} loading={busy} onClick={() => void submit()}>
          {submitText ?? '保存'}
        </Button>
      </Flex>
    </Flex>
  )
  const content = (
    <Flex
      vertical
      gap={12}
      onKeyDown={(e) => {
        if ((e.ctrlKey || e.metaKey) && (e.key === 's' || e.key === 'Enter') && !e.nativeEvent.isComposing) {
          e.preventDefault()
          if (!busy) void submit()
        }
      }}
    >
      {summary.size > 0 ? (
        <Alert
          type="error"
          showIcon
          title={`有 ${summary.size} 处需要修改`}
          description={
            <Flex gap={12} wrap>
              {[...summary].map(([name, message]) => (
                <Button key={name} type="link" size="small" style={{ padding: 0, whiteSpace: 'normal', height: 'auto', textAlign: 'left' }} onClick={() => goTo(placeOf(fields, errors.find((e) => e.path.split('.')[0] === name)?.path ?? name) ?? [name])}>
                  {fields.some((f) => f.name === name) ? `${labelOf(call.request, name)}：` : ''}
                  {message}
                </Button>
              ))}
            </Flex>
          }
        />
      ) : null}
      {typeof children === 'function' ? children(form) : children}
      <UploadsContext value={uploads}>
        <Fields form={form} fields={fields} schema={call.request} record={record} initial={initialValues} onChange={changed} />
      </UploadsContext>
    </Flex>
  )
  const dialogs = (
    <>
      {asking ? (
        <ReasonDialog title={asking.title} text={asking.text} confirmText="确认保存" reason="none" danger onConfirm={async () => void submit(asking.version, true)} onClose={() => setAsking(null)} />
      ) : null}
      {conflict ? (
        <ConflictDialog
          schema={call.request}
          fields={fields}
          base={fromForm(fields, toForm(fields, ofRecord(fields, initial)), call.request)}
          mine={fromForm(fields, form.getFieldsValue(true) as Record<string, unknown>, call.request)}
          theirs={conflict}
          onTakeTheirs={() => {
            put(ofRecord(fields, conflict))
            setVersion(conflict['version'])
            setConflict(null)
            setDirty(false)
          }}
          onSettle={(values) => {
            put(values)
            setVersion(conflict['version'])
            setConflict(null)
            void submit(conflict['version'])
          }}
          onClose={() => setConflict(null)}
        />
      ) : null}
    </>
  )
  if (inPage) {
    return (
      <section aria-label={title}>
        {content}
        <div style={{ position: 'sticky', bottom: 0, paddingBlock: 12, background: token.colorBgContainer, borderTop: `1px solid ${token.colorBorderSecondary}`, zIndex: 2 }}>{footer}</div>
        {dialogs}
      </section>
    )
  }
  return (
    <AppDrawer open title={title} size={width ?? 640} mask={{ closable: !dirty }} keyboard={!dirty} onClose={onClose} closable={!dirty} footer={footer}>
      {content}
      {dialogs}
    </AppDrawer>
  )
}

interface FieldsProps {
  form: FormInstance
  fields: readonly FormField[]
  schema: z.ZodType
  record: Record<string, unknown>
  initial: Record<string, unknown>
  onChange: (all: Record<string, unknown>) => void
}

/** antd's form draws every item when it is drawn itself; so it is drawn only when what it is given changes. */
const Fields = memo(function Fields({ form, fields, schema, record, initial, onChange }: FieldsProps) {
  return (
    <Form form={form} layout="vertical" initialValues={initial} onValuesChange={(_change, all) => onChange(all as Record<string, unknown>)}>
      <FormFields fields={fields} schema={schema} record={record} />
    </Form>
  )
})

export const FormDrawer = observer(Drawer_) as unknown as typeof Drawer_
