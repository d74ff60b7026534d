import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { postType } from '@assoc/contract/member/posts'
import { Checkbox, Form, Input, Select } from '@assoc/ui'
import { ChosenLine } from './ChosenLine'
import { listed, type Channel, type Values } from './compose-values'
import type { Choices } from './use-compose'

const GRID = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))', gap: '0 16px' }

interface AudienceFieldsProps {
  channel: Channel
  values: Values
  categories: Choices['categories']
  onRemoveChosen: () => void
}

/** Whom a message goes to: contacts in office by marks of their members, and numbers or addresses that are typed. */
export function AudienceFields({ channel, values, categories, onRemoveChosen }: AudienceFieldsProps) {
  const options = categories.map((c) => ({ value: c.categoryId, label: c.categoryName }))
  const what = channel === 'sms' ? '手机号码' : '邮箱'
  const typed = listed(values.extra).length
  const many = (given: readonly { value: string; label: string }[]) => (
    <Select
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      showSearch
      options={[...given]}
      placeholder="不限"
    />
  )
  return (
    <>
      {values.chosen ? <ChosenLine chosen={values.chosen} onRemove={onRemoveChosen} /> : null}
      <Form.Item name="byMarks" valuePropName="checked" style={{ marginBottom: 8 }}>
        <Checkbox>{values.chosen ? '另外按条件选择会员的在任联系人' : '按条件选择会员的在任联系人'}</Checkbox>
      </Form.Item>
      <div style={{ ...GRID, ...(values.byMarks ? {} : { display: 'none' }) }}>
        <Form.Item name="categoryIds" label="会员类别">
          {many(options)}
        </Form.Item>
        <Form.Item name="jurisdictions" label="辖区">
          {many(jurisdiction.options)}
        </Form.Item>
        <Form.Item name="postTypes" label="职务类别">
          {many(postType.options)}
        </Form.Item>
        <Form.Item name="inArrears" valuePropName="checked" label="会费">
          <Checkbox>仅欠费会员</Checkbox>
        </Form.Item>
      </div>
      <Form.Item
        name="extra"
        label={`另外填写${what}`}
        extra={typed > 0 ? `已填写 ${typed} 个` : '每行一个，可从表格中整列粘贴；重复和格式不正确的会自动跳过'}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} placeholder={channel === 'sms' ? '19900000001' : 'lianxi@example.com'} />
      </Form.Item>
    </>
  )
}
