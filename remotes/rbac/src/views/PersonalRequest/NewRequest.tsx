import { type ResponseOf } from '@assoc/contract'
import { findPersonalRecords, personalRecord, personalRequest } from '@assoc/contract/rbac/personal'
import { api } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { Button, Flex, FormDrawer, Input, Table, Typography, type CreateDialog } from '@assoc/ui'
import { useState } from 'react'

type Found = ResponseOf<typeof findPersonalRecords>

/** Finds somebody by what they have told of themselves, and asks for the erasure of one of their records; what else is theirs follows from it. */
export function NewRequest({ onClose, onDone }: CreateDialog) {
  const { insert } = personalRequest
  const [chosen, setChosen] = useState<Found[number] | null>(null)
  if (!insert) return null
  return (
    <FormDrawer
      open
      title="登记注销申请"
      call={insert}
      fields={[
        { name: 'recordId', kind: 'own', label: '当事人', span: 2, help: '选择其中一条即可，同一人的其他记录一并办理', render: <Choice chosen={chosen} onChoose={setChosen} /> },
        { name: 'reason', kind: 'text', span: 2, help: '写明当事人怎样提出、怎样核实了身份' },
      ]}
      initial={{}}
      hidden={chosen ? { recordType: chosen.recordType } : {}}
      onClose={onClose}
      onDone={() => onDone('申请已登记，由另一位有权限的人员办理')}
    />
  )
}

interface ChoiceProps {
  chosen: Found[number] | null
  onChoose: (one: Found[number]) => void
  value?: string
  onChange?: (value: string) => void
}

function Choice({ chosen, onChoose, onChange }: ChoiceProps) {
  const [keyword, setKeyword] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [busy, setBusy] = useState(false)
  const search = async () => {
    if (keyword.trim().length < 2) return
    setBusy(true)
    try {
      setFound(await api(findPersonalRecords, { keyword: keyword.trim() }))
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex vertical gap={8}>
      <Flex gap={8}>
        <Input value={keyword} placeholder="完整的姓名、手机号码、邮箱或身份证号" aria-label="查找当事人" onChange={(e) => setKeyword(e.target.value)} onPressEnter={() => void search()} />
        <Button loading={busy} onClick={() => void search()}>
          查找
        </Button>
      </Flex>
      {found && found.length === 0 ? <Typography.Text type="secondary">没有找到。请核对是否完整，号码不能只填一部分。</Typography.Text> : null}
      {found && found.length > 0 ? (
        <Table<Found[number]>
          size="small"
          rowKey={(one) => `${one.recordType}/${one.recordId}`}
          pagination={false}
          dataSource={found}
          rowSelection={{
            type: 'radio',
            selectedRowKeys: chosen ? [`${chosen.recordType}/${chosen.recordId}`] : [],
            onSelect: (one) => {
              onChoose(one)
              onChange?.(one.recordId)
            },
          }}
          columns={[
            { title: '记录', width: 110, render: (_, one) => personalRecord.labels[one.recordType] },
            { title: '姓名', dataIndex: 'name' },
            { title: '手机号码', render: (_, one) => one.mobile ?? '—' },
          ]}
        />
      ) : null}
    </Flex>
  )
}
