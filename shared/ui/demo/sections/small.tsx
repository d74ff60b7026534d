import { toasts } from '@assoc/session'
import { Button, Card, FailedToLoad, Flex, NoPermission, ReasonDialog, Scanner, StateScreen, StatusTag, TreeSelect } from '@assoc/ui'
import { useState } from 'react'
import { PLACES } from '../places'
import { tones } from '../resources'

export function ReasonExample() {
  const [asking, setAsking] = useState<'required' | 'none' | null>(null)
  return (
    <Card>
      <Flex gap={8}>
        <Button danger onClick={() => setAsking('required')}>
          停售（须填原因）
        </Button>
        <Button onClick={() => setAsking('none')}>提交（只确认）</Button>
      </Flex>
      {asking ? (
        <ReasonDialog
          title={asking === 'none' ? '提交茶样' : '停售茶样'}
          text={asking === 'none' ? '提交后进入待审，此操作会记入日志。' : '停售后不再出现在选样单中，此操作会记入日志。'}
          confirmText={asking === 'none' ? '提交' : '停售'}
          reason={asking}
          danger={asking === 'required'}
          onConfirm={async (reason) => toasts.success(reason ? `已停售：${reason}` : '已提交')}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Card>
  )
}

export const TreeExample = () => (
  <Card>
    <TreeSelect aria-label="产地" style={{ width: 320 }} allowClear showSearch treeDefaultExpandAll treeNodeFilterProp="title" treeData={PLACES} placeholder="请选择产地" />
  </Card>
)

export function ScannerExample() {
  const [open, setOpen] = useState(false)
  return (
    <Card>
      <Button onClick={() => setOpen(!open)}>{open ? '关闭摄像头' : '打开摄像头'}</Button>
      {open ? <Scanner label="摄像头画面" onCode={(text) => toasts.success(text)} /> : null}
    </Card>
  )
}

export const ToastExample = () => (
  <Card>
    <Flex gap={8}>
      <Button onClick={() => toasts.success('茶样已保存')}>完成</Button>
      <Button onClick={() => toasts.show('info', '数据较多，已转为后台导出')}>告知</Button>
      <Button danger onClick={() => toasts.error('网络连接失败，请重试')}>
        没有成功
      </Button>
    </Flex>
  </Card>
)

export const TagsExample = () => (
  <Card>
    <Flex gap={8} wrap>
      {Object.keys(tones.labels).map((value) => (
        <StatusTag key={value} of={tones} value={value} />
      ))}
    </Flex>
  </Card>
)

export const ScreensExample = () => (
  <Flex vertical gap={16}>
    <Card>
      <StateScreen title="还没有品鉴记录" actions={<Button type="primary">新增品鉴记录</Button>}>
        记录保存后会显示在这里。
      </StateScreen>
    </Card>
    <Card>
      <NoPermission />
    </Card>
    <Card>
      <FailedToLoad detail="7f3c1e90-demo" onRetry={() => toasts.show('info', '正在重试')} />
    </Card>
  </Flex>
)
