import type { AnyResource } from '@assoc/contract'
import { selectRecordProcess } from '@assoc/contract/platform/record'
import { toasts } from '@assoc/session'
import { FullscreenExitOutlined, FullscreenOutlined, LinkOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { AppDrawer, Button, Flex, LeftOutlined, RightOutlined, Tooltip } from '../shell'
import type { RowAction } from '../data/kit/RowActions'
import { useAnswer } from '../data/kit/use-answer'
import { hasProcess, RecordProcess } from './record/RecordProcess'
import { RecordFields } from './record/RecordFields'
import { RecordHead } from './record/RecordHead'
import { RecordRelated } from './record/RecordRelated'
import { RecordTimeline } from './record/RecordTimeline'
import { Section } from './record/Section'
import { ReviewBar, type ReviewBarProps } from './ReviewBar'
import { useWide } from './use-wide'

type Row = Record<string, unknown>

export interface DetailDrawerProps {
  resource: AnyResource
  row: Row
  title: string
  /** Fields that are shown; all of the contract when left out. */
  fields?: readonly string[] | undefined
  width?: number | undefined
  /** What may be done with the row, at the head of its page. */
  actions?: readonly RowAction[]
  /** Where the record waits for a decision: the bar at its foot, which bears the decisions in the place of the head. */
  review?: ReviewBarProps | null | undefined
  /** Below the fields. */
  children?: ReactNode
  /** The row before and after in the list; null at its ends. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** The address leads to this record; false for a list that is a part of another page. */
  addressed?: boolean
  onClose: () => void
}

/** A record's page: head, process, fields, what is related, and what happened to it; with the way to its neighbours. */
export function DetailDrawer({ resource, row, title, fields, width, actions = [], review, children, onPrevious, onNext, addressed = false, onClose }: DetailDrawerProps) {
  const { status, id, name, told = [] } = resource.definition
  const of = { recordType: name, recordId: String(row[id]) }
  const process = useAnswer(selectRecordProcess, status ? of : null).data
  const [wide, turnWide] = useWide()
  const withProcess = hasProcess(process)
  const timeline = <RecordTimeline {...of} />
  return (
    <AppDrawer
      open
      size={wide ? '100%' : (width ?? 640)}
      title={title}
      onClose={onClose}
      footer={review ? <ReviewBar {...review} /> : null}
      extra={
        <Flex gap={12} align="center">
          {addressed ? (
            <Tooltip title="复制链接">
              <Button type="text" size="small" icon={<LinkOutlined />} aria-label="复制链接" onClick={() => void copyAddress()} />
            </Tooltip>
          ) : null}
          <Tooltip title={wide ? '收起为侧栏' : '展开为整页'}>
            <Button type="text" size="small" icon={wide ? <FullscreenExitOutlined /> : <FullscreenOutlined />} aria-label={wide ? '收起为侧栏' : '展开为整页'} onClick={turnWide} />
          </Tooltip>
          <Tooltip title="上一条">
            <Button type="text" size="small" icon={<LeftOutlined />} aria-label="上一条" disabled={!onPrevious} onClick={() => onPrevious?.()} />
          </Tooltip>
          <Tooltip title="下一条">
            <Button type="text" size="small" icon={<RightOutlined />} aria-label="下一条" disabled={!onNext} onClick={() => onNext?.()} />
          </Tooltip>
        </Flex>
      }
    >
      <Flex vertical gap={20}>
        <RecordHead resource={resource} row={row} actions={actions.filter((action) => !review?.decisions.some(({ key }) => key === action.key))} />
        <Flex gap={32} align="start">
          <Flex vertical gap={24} style={{ flex: '1 1 0', minWidth: 0 }}>
            {withProcess ? <RecordProcess process={process} /> : null}
            <Section title="资料">
              <RecordFields resource={resource} row={row} fields={fields} without={withProcess && process.steps.length > 1 ? told : []} columns={wide ? 2 : 1} />
            </Section>
            {children}
            <RecordRelated {...of} />
            {wide ? null : timeline}
          </Flex>
          {wide ? <div style={{ flex: '0 0 400px', minWidth: 0 }}>{timeline}</div> : null}
        </Flex>
      </Flex>
    </AppDrawer>
  )
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href)
    toasts.success('已复制链接，有权限的人打开即是这条记录')
  } catch {
    toasts.error('浏览器不允许复制，请从地址栏复制')
  }
}
