import type { AnyResource } from '@assoc/contract'
import { selectRecordProcess } from '@assoc/contract/platform/record'
import { toasts } from '@assoc/session'
import { FullscreenExitOutlined, FullscreenOutlined, LinkOutlined, SplitCellsOutlined } from '@ant-design/icons'
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
import { SplitPane } from './SplitPane'
import { useRecordLook, useRoomy } from './use-wide'

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
  const [look, change] = useRecordLook()
  const roomy = useRoomy() && addressed
  const split = roomy && look?.split === true
  const wide = look?.wide === true && !split
  const withProcess = hasProcess(process)
  const timeline = <RecordTimeline {...of} />
  const extra = (
    <>
      {addressed ? (
        <Tooltip title="复制链接">
          <Button type="text" size="small" icon={<LinkOutlined />} aria-label="复制链接" onClick={() => void copyAddress()} />
        </Tooltip>
      ) : null}
      {roomy ? (
        <Tooltip title={split ? '改为盖在列表上' : '与列表并排'}>
          <Button type="text" size="small" icon={<SplitCellsOutlined />} aria-label="与列表并排" aria-pressed={split} onClick={() => change({ split: !split })} />
        </Tooltip>
      ) : null}
      {split ? null : (
        <Tooltip title={wide ? '收起为侧栏' : '展开为整页'}>
          <Button type="text" size="small" icon={wide ? <FullscreenExitOutlined /> : <FullscreenOutlined />} aria-label={wide ? '收起为侧栏' : '展开为整页'} onClick={() => change({ wide: !wide })} />
        </Tooltip>
      )}
      <Tooltip title="上一条">
        <Button type="text" size="small" icon={<LeftOutlined />} aria-label="上一条" disabled={!onPrevious} onClick={() => onPrevious?.()} />
      </Tooltip>
      <Tooltip title="下一条">
        <Button type="text" size="small" icon={<RightOutlined />} aria-label="下一条" disabled={!onNext} onClick={() => onNext?.()} />
      </Tooltip>
    </>
  )
  const footer = review ? <ReviewBar {...review} /> : null
  const body = (
    <Flex vertical gap={20}>
      <RecordHead resource={resource} row={row} actions={actions.filter((action) => !review?.decisions.some(({ key }) => key === action.key))} />
      <Flex gap={32} align="start">
        <Flex vertical gap={24} style={{ flex: '1 1 0', minWidth: 0 }}>
          {withProcess ? <RecordProcess process={process} {...of} /> : null}
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
  )
  // A wide screen waits until it is known which of both it is: one in the place of the other would lose what was typed.
  if (roomy && !look) return null
  if (split)
    return (
      <SplitPane title={title} extra={extra} footer={footer} onClose={onClose}>
        {body}
      </SplitPane>
    )
  return (
    <AppDrawer
      open
      size={wide ? '100%' : (width ?? 640)}
      title={title}
      onClose={onClose}
      footer={footer}
      extra={
        <Flex gap={12} align="center">
          {extra}
        </Flex>
      }
    >
      {body}
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
