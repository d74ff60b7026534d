import { Button, Flex, Typography } from '@assoc/ui'
import { useWorkspace } from '../workspace/workspace-context'
import { Panel } from './Panel'

/** Offers the tour at the first visit. It interrupts nobody: many come by a link, with something to do. */
export function TourOffer() {
  const workspace = useWorkspace()
  return (
    <Panel title="第一次使用控制台？">
      <Flex gap={12} align="center" wrap>
        <Typography.Text style={{ flex: '1 1 320px' }}>用一分钟了解菜单、页签、搜索、通知和帮助在哪里。以后可以在右上角的账号菜单中再看。</Typography.Text>
        <Button type="primary" onClick={() => workspace.startTour()}>
          开始导览
        </Button>
        <Button onClick={() => workspace.endTour()}>不用了</Button>
      </Flex>
    </Panel>
  )
}
