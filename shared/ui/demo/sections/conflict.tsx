import { toasts } from '@assoc/session'
import { Button, Card, deriveFields, Flex, FormDrawer, Typography } from '@assoc/ui'
import { useState } from 'react'
import { changeBehind, storedTea } from '../api/answers'
import { tea } from '../resources'

const ID = '2'

/** A form whose record is changed by somebody else while it is open. */
export function ConflictExample() {
  const [opened, setOpened] = useState<Record<string, unknown> | null>(null)
  const open = () => {
    const stored = storedTea(ID)
    setOpened({ ...stored })
    changeBehind(stored)
  }
  const { teaName, origin, price, version } = storedTea(ID)
  return (
    <Card>
      <Flex vertical gap={12} align="start">
        <Typography.Text data-testid="stored">
          现有内容：{String(teaName)}，{String(origin)}，{String(price)} 元，第 {version} 版
        </Typography.Text>
        <Button type="primary" onClick={open}>
          修改，同时他人已先保存
        </Button>
      </Flex>
      {opened ? (
        <FormDrawer
          open
          title="修改茶样"
          call={tea.update}
          fields={deriveFields(tea)}
          initial={opened}
          hidden={{ teaId: ID, version: opened['version'] }}
          onClose={() => setOpened(null)}
          onDone={() => {
            setOpened(null)
            toasts.success('茶样已保存')
          }}
        />
      ) : null}
    </Card>
  )
}
