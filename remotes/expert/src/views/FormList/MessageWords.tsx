import { channel } from '@assoc/contract/message/kinds'
import { templateLookup } from '@assoc/contract/message/lookups'
import { postType } from '@assoc/contract/member/posts'
import { Flex, RefSelect, Segmented, Select, Typography } from '@assoc/ui'
import type { ReactNode } from 'react'

export interface Words {
  channel: keyof typeof channel.labels
  templateId: string | null
  postTypes: (keyof typeof postType.labels)[]
}
export const FIRST_WORDS: Words = { channel: 'mail', templateId: null, postTypes: [] }

const CHANNELS = Object.entries(channel.labels).map(([value, label]) => ({ value, label }))
const POSTS = Object.entries(postType.labels).map(([value, label]) => ({ value, label }))

/** A field of a question, with its name above. */
export function Labelled({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <Flex vertical gap={4}>
      <Typography.Text strong>{label}</Typography.Text>
      {children}
      {help ? <Typography.Text type="secondary">{help}</Typography.Text> : null}
    </Flex>
  )
}

/** How those who are missing are written to. */
export function MessageWords({ value, onChange }: { value: Words; onChange: (next: Words) => void }) {
  return (
    <>
      <Labelled label="渠道">
        <Segmented aria-label="渠道" options={CHANNELS} value={value.channel} onChange={(next) => onChange({ ...value, channel: next as Words['channel'], templateId: null })} />
      </Labelled>
      <Labelled label="消息模板" help={value.channel === 'mail' ? '不选时使用默认内容：写明发放名称和截止时间' : '短信按已备案的模板发送'}>
        <RefSelect key={value.channel} aria-label="消息模板" lookup={templateLookup} where={{ channel: value.channel }} value={value.templateId} placeholder={value.channel === 'mail' ? '默认内容' : '选择模板'} onChange={(next) => onChange({ ...value, templateId: next as string | null })} />
      </Labelled>
      <Labelled label="收件职务" help="不选为全部在任联系人；没有联系人的，发给代其填报的账号">
        <Select aria-label="收件职务" mode="multiple" allowClear optionFilterProp="label" placeholder="全部" options={POSTS} value={value.postTypes} onChange={(next) => onChange({ ...value, postTypes: (next as Words['postTypes']).slice(0, 20) })} />
      </Labelled>
    </>
  )
}
