import type { ResponseOf } from '@assoc/contract'
import type { openFormTask } from '@assoc/contract/form/fill'
import { dateFormat } from '@assoc/http'
import { Flex, Typography } from '@assoc/ui'
import type { ReactNode } from 'react'

/** What a task is about and until when, with how it stands; beside it what can be done. */
export function FillHead({ opened, state, children }: { opened: ResponseOf<typeof openFormTask>; state: ReactNode; children: ReactNode }) {
  return (
    <Flex wrap gap={12} align="center" justify="space-between" style={{ marginBottom: 12 }}>
      <Flex vertical>
        <Flex gap={8} align="center" wrap>
          <Typography.Title level={1} style={{ fontSize: 18, margin: 0 }}>
            {opened.roundName}
          </Typography.Title>
          {state}
        </Flex>
        <Typography.Text type="secondary">
          {opened.companyName ? `${opened.companyName}，` : ''}
          {opened.subjectName ? `评价对象：${opened.subjectName}，` : ''}截止 {dateFormat(opened.endTime)}
        </Typography.Text>
      </Flex>
      <Flex gap={8} align="center" wrap>
        {children}
      </Flex>
    </Flex>
  )
}
