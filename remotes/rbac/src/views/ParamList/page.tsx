import type { ResponseOf } from '@assoc/contract'
import { PARAMETERS, selectParameters, updateParameter, formatParameter, type ParameterDefinition } from '@assoc/contract/rbac/param'
import { dateFormat } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, FormDrawer, Select, Skeleton, Table, theme, Typography, useAnswer, type FormField } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'

type Parameter = ResponseOf<typeof selectParameters>[number]

const definitionOf = ({ paramKey }: Parameter): ParameterDefinition => PARAMETERS[paramKey]

/** The field that a value is chosen or typed in. */
function fieldOf({ name, unit, min, max, initial, choices, help }: ParameterDefinition): FormField {
  if (!choices) return { name: 'value', kind: 'number', label: `${name}（${unit}）`, help: `${min} 到 ${max}，默认 ${initial}。${help}`, span: 2 }
  const options = choices.map((label, i) => ({ value: min + i, label }))
  return { name: 'value', kind: 'own', label: name, help, span: 2, render: <Select options={options} />, show: (value) => options.find((o) => o.value === value)?.label ?? '—' }
}

/** The parameters of the house: each with its value, bounds and what follows from it. */
function ParamList() {
  const { token } = theme.useToken()
  const { data, error, reload } = useAnswer(selectParameters, {})
  const [editing, setEditing] = useState<Parameter | null>(null)
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 6 }} />
  const mayChange = session().has('rbac:param:update')
  const shown = editing ? definitionOf(editing) : null
  return (
    <section aria-label="参数配置" style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 12px' }}>
        参数配置
      </Typography.Title>
      <Table
        rowKey="paramKey"
        size="middle"
        pagination={false}
        dataSource={data}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'group', title: '分组', width: 100, render: (_v: unknown, p: Parameter) => definitionOf(p).group },
          { key: 'name', title: '参数', width: 220, render: (_v: unknown, p: Parameter) => definitionOf(p).name },
          {
            key: 'value',
            title: '当前值',
            width: 210,
            render: (_v: unknown, p: Parameter) => (
              <Flex gap={8} align="baseline">
                <strong>{formatParameter(definitionOf(p), p.value)}</strong>
                {p.value === definitionOf(p).initial ? null : <Typography.Text type="secondary">默认 {formatParameter(definitionOf(p), definitionOf(p).initial)}</Typography.Text>}
              </Flex>
            ),
          },
          { key: 'help', title: '说明', width: 320, render: (_v: unknown, p: Parameter) => definitionOf(p).help },
          { key: 'changed', title: '最近修改', width: 200, render: (_v: unknown, p: Parameter) => (p.updateTime ? `${p.updateName ?? '系统'} ${dateFormat(p.updateTime, 'YYYY-MM-DD HH:mm')}` : '—') },
          ...(mayChange
            ? [
                {
                  key: 'actions',
                  title: '操作',
                  width: 80,
                  render: (_v: unknown, p: Parameter) => (
                    <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setEditing(p)}>
                      修改
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {editing && shown ? (
        <FormDrawer
          open
          width={420}
          title={`修改参数 · ${shown.name}`}
          call={updateParameter}
          fields={[fieldOf(shown)]}
          initial={{ value: editing.value }}
          hidden={{ paramKey: editing.paramKey, version: editing.version }}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            toasts.success('参数已保存，立即生效')
            void reload()
          }}
        />
      ) : null}
    </section>
  )
}

export default observer(ParamList)
