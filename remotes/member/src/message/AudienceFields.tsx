import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { postType } from '@assoc/contract/member/posts'
import { audienceRange } from '@assoc/contract/message/audience'
import { Button, Checkbox, Form, Input, Select } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'
import { AudienceCount } from './AudienceCount'
import { ChosenLine } from './ChosenLine'
import { listed, type Channel, type Values } from './compose-values'
import { many } from './many'
import type { Choices } from './use-compose'

// What few ask for comes behind the form.
const AudienceTools = lazy(() => import('./AudienceTools').then((m) => ({ default: m.AudienceTools })))
const FurtherMarks = lazy(() => import('./FurtherMarks').then((m) => ({ default: m.FurtherMarks })))

const GRID = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))', gap: '0 16px' }

interface AudienceFieldsProps {
  channel: Channel
  values: Values
  choices: Choices
  edit: (part: Partial<Values>) => void
  onRemoveChosen: () => void
}

/** Whom a message goes to: contacts in office by marks of companies and members, user groups, and numbers or addresses that are typed or read. */
export function AudienceFields({ channel, values, choices, edit, onRemoveChosen }: AudienceFieldsProps) {
  const what = channel === 'sms' ? '手机号码' : '邮箱'
  const typed = listed(values.extra).length
  const { companyTypes, boards, listStatuses, csrcIndustries, feeYear } = values
  const furtherSet = [companyTypes, boards, listStatuses, csrcIndustries].some((list) => list.length > 0) || feeYear !== null
  const [wanted, setWanted] = useState(false)
  const further = wanted || furtherSet
  return (
    <>
      <Suspense fallback={<div style={{ height: 48 }} />}>
        <AudienceTools channel={channel} values={values} edit={edit} />
      </Suspense>
      {values.chosen ? <ChosenLine chosen={values.chosen} onRemove={onRemoveChosen} /> : null}
      <Form.Item name="byMarks" valuePropName="checked" style={{ marginBottom: 8 }}>
        <Checkbox>{values.chosen ? '另外按条件选择在任联系人' : '按条件选择在任联系人'}</Checkbox>
      </Form.Item>
      <div style={{ ...GRID, ...(values.byMarks ? {} : { display: 'none' }) }}>
        <Form.Item name="range" label="单位范围">
          <Select options={audienceRange.options} />
        </Form.Item>
        <Form.Item name="categoryIds" label="会员类别">
          {many(choices.categories.map((c) => ({ value: c.categoryId, label: c.categoryName })))}
        </Form.Item>
        <Form.Item name="jurisdictions" label="辖区">
          {many(jurisdiction.options)}
        </Form.Item>
        <Form.Item name="postTypes" label="职务类别">
          {many(postType.options)}
        </Form.Item>
        {further ? (
          <Suspense>
            <FurtherMarks />
          </Suspense>
        ) : null}
        <Form.Item name="inArrears" valuePropName="checked" label="会费">
          <Checkbox>仅欠费会员</Checkbox>
        </Form.Item>
        {further ? null : (
          <Form.Item label="其他条件">
            <Button type="link" style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }} onClick={() => setWanted(true)}>
              公司类型、板块、行业、上市状态、欠费年度
            </Button>
          </Form.Item>
        )}
      </div>
      <Form.Item name="userGroupIds" label="用户组">
        {many(
          choices.userGroups.map((g) => ({ value: g.usergroupId, label: `${g.groupName}（${g.memberCount} 人）` })),
          '不选',
        )}
      </Form.Item>
      <Form.Item
        name="extra"
        label={`另外填写${what}`}
        extra={typed > 0 ? `已填写 ${typed} 个` : '每行一个，可从表格中整列粘贴；重复和格式不正确的会自动跳过'}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} placeholder={channel === 'sms' ? '19900000001' : 'lianxi@example.com'} />
      </Form.Item>
      <AudienceCount channel={channel} values={values} />
    </>
  )
}
