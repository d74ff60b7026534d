import { metaOf, shapeOf, type FieldError } from '@assoc/contract'
import { inputSchema } from '@assoc/contract/core/step-input'
import { Form, Radio } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Flex } from '../../shell'
import { deriveCells } from './derive'
import { checkForm, errorsAt, missingIn, placeOf } from './form-errors'
import { begun, follow } from './form-rules'
import { FormFields, fromForm, ofRecord, toForm, type FormField } from './FormFields'
import type { StepAsk, StepFieldsProps } from './StepFields'

/** The fields that a step asks for, in its question. */
export function StepInputs({ ask, held, onChange, onEnter, disabled = false }: StepFieldsProps): ReactNode {
  const [form] = Form.useForm()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<FieldError[]>([])
  // The same ones as long as the question is open.
  const [{ schema, fields, initial }] = useState(() => fieldsOf(ask))
  const before = useRef<Record<string, unknown>>(fromForm(fields, initial))
  const put = (errors: readonly FieldError[]) => {
    const here = errors.map((e) => ({ ...e, path: e.path.replace(/^input\./, '') }))
    form.setFields(errorsAt(fields, here, shown.current))
    shown.current = here
    const first = here.map((e) => placeOf(fields, e.path)).find((place) => place !== null)
    if (first) form.scrollToField(first, { focus: true, block: 'center' } as never)
    return here.filter((e) => placeOf(fields, e.path) === null)
  }
  useEffect(() => {
    held({
      read: () => {
        const values = fromForm(fields, form.getFieldsValue(true) as Record<string, unknown>, schema)
        const missing = missingIn(fields, schema, values)
        const wrong = [...missing, ...checkForm(schema, values).filter(({ path }) => !missing.some((one) => one.path === path))]
        put(wrong)
        return wrong.length > 0 ? null : values
      },
      show: put,
    })
    // Over a drawer, which holds the focus until then, `autoFocus` alone comes too early.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input:not([disabled]), textarea')?.focus({ preventScroll: true }))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: what it closes over stays the same
  }, [])
  return (
    <Flex
      vertical
      ref={box}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || e.nativeEvent.isComposing) return
        e.preventDefault()
        onEnter?.()
      }}
    >
      <Form
        form={form}
        layout="vertical"
        disabled={disabled}
        initialValues={initial}
        onValuesChange={(_change, all) => {
          before.current = fromForm(fields, follow(form, schema, fields, before.current, all as Record<string, unknown>))
          onChange?.()
        }}
      >
        <FormFields fields={fields} schema={schema} record={ask.row} />
      </Form>
    </Flex>
  )
}

function fieldsOf({ name, input, own = {}, row }: StepAsk) {
  const asked = Object.fromEntries(Object.entries(input).filter(([field, of]) => own[field] !== false && (row || mustBeGiven(of))))
  const schema = inputSchema(asked)
  const given = Object.fromEntries(Object.entries(own).filter(([, field]) => field)) as Record<string, Partial<FormField>>
  const fields = deriveCells(schema, given, `${name}.`).map(atOneGlance)
  // What stands masked in the record is no value of the field.
  const stored = Object.fromEntries(Object.keys(shapeOf(schema) ?? {}).flatMap((field) => (row && field in row && !metaOf(asked[field] as z.ZodType).personal ? [[field, row[field]]] : [])))
  return { schema, fields, initial: toForm(fields, begun(schema, ofRecord(fields, stored), true)) }
}

/** What no record can do without: not what is filled in where it is left out, nor what matters beside another choice alone. */
const mustBeGiven = (field: z.ZodType): boolean => !metaOf(field).when && !field.safeParse(undefined).success

/** Choices that all fit into a line. */
const FEW = 3

/** A choice of few is read and taken by one press. */
function atOneGlance(field: FormField): FormField {
  if (field.kind !== 'select' || field.multiple || field.options.length > FEW) return field
  const { options } = field
  return { ...field, kind: 'own', render: <Radio.Group options={[...options]} />, show: (value: unknown) => options.find((o) => o.value === value)?.label ?? '' } as FormField
}
