import { metaOf } from '@assoc/contract'
import { richOf, richToText } from '@assoc/contract/core/rich-text'
import { SMS_MAX } from '@assoc/contract/message/message'
import { asVariable, mailFiles, MESSAGE_VARIABLES, messageKind } from '@assoc/contract/message/kinds'
import { Button, FilesInput, Flex, Form, Input, Radio, RichText, Select, Typography } from '@assoc/ui'
import { lengthOf, type Channel, type Values } from './compose-values'
import type { Choices } from './use-compose'

const RULE = metaOf(mailFiles()).files ?? { exts: [], maxMb: 0, max: 0 }

const INSERTS = MESSAGE_VARIABLES.map((v) => ({ label: v, text: asVariable(v) }))
const PROMOTION = {
  sms: '须写明“拒收请回复R”，只能在 8:00 至 21:00 发送，并由其他人批准',
  mail: '主题须以“（广告）”或“AD”开头，只能在 8:00 至 21:00 发送，并由其他人批准；末尾自动加上退订方式',
}

interface ContentFieldsProps {
  channel: Channel
  values: Values
  choices: Choices
  /** Changes fields other than by typing. */
  edit: (part: Partial<Values>) => void
}

/** Kind, template and words of a message; a mail has a subject, structure and files. */
export function ContentFields({ channel, values, choices, edit }: ContentFieldsProps) {
  const { templates, signName: sign } = choices
  const mail = channel === 'mail'
  const { characters, parts } = lengthOf(values.content, sign)
  const counter = mail
    ? `共 ${[...richToText(values.rich).trim()].length} 字`
    : `${sign ? `连同签名【${sign}】` : ''}共 ${characters} 字，计 ${parts} 条，最多 ${SMS_MAX} 字`
  const use = (templateId: string | undefined) => {
    const chosen = templates.find((t) => t.templateId === templateId)
    if (!chosen) return
    const { content, rich } = chosen
    edit({ templateId: chosen.templateId, ...(mail ? { subject: chosen.subject ?? '', rich: rich ?? richOf(content) } : { content }) })
  }
  return (
    <>
      <Form.Item name="msgKind" label="消息类型" extra={values.msgKind === 'promotion' ? PROMOTION[channel] : undefined}>
        <Radio.Group options={[...messageKind.options]} />
      </Form.Item>
      <Form.Item
        name="templateId"
        label="模板"
        required={!mail}
        extra={mail ? undefined : '短信按已在服务商处备案的模板发送；没有服务商模板号的不能选用'}
      >
        <Select
          allowClear
          showSearch
          placeholder={mail ? '不使用模板' : '请选择模板'}
          options={templates.map((t) => ({
            value: t.templateId,
            label: mail || t.providerCode ? t.templateName : `${t.templateName}（未备案）`,
            disabled: !mail && !t.providerCode,
          }))}
          onChange={use}
        />
      </Form.Item>
      {mail ? (
        <>
          <Form.Item name="subject" label="邮件主题" required>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="rich" label="邮件内容" required extra={counter}>
            <RichText inserts={INSERTS} aria-label="邮件内容" />
          </Form.Item>
          <Form.Item name="attachments" label="附件" extra="最多 5 个，合计不超过 20 MB" style={{ marginBottom: 0 }}>
            <FilesInput purpose="mailMessage.attachments" rule={RULE} />
          </Form.Item>
        </>
      ) : (
        <>
          <Form.Item name="content" label="短信内容" required extra={counter}>
            {/* A registered text goes out as it is: who wants other words changes the template. */}
            <Input.TextArea autoSize={{ minRows: 5, maxRows: 12 }} readOnly={Boolean(values.templateId)} />
          </Form.Item>
          <Flex gap={8} wrap align="center" style={values.templateId ? { display: 'none' } : undefined}>
            <Typography.Text type="secondary">插入变量</Typography.Text>
            {INSERTS.map(({ label, text }) => (
              <Button key={label} size="small" onClick={() => edit({ content: `${values.content}${text}` })}>
                {label}
              </Button>
            ))}
          </Flex>
        </>
      )}
    </>
  )
}
