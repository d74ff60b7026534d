import type { ComponentType } from 'react'
import { DetailExample } from './detail'
import { DraftExample, FormExample, LongFormExample, RefusalExample } from './forms'
import { ConflictExample } from './conflict'
import { KindsExample, ListByHand, PageExample, PartExample } from './lists'
import { ReasonExample, ScannerExample, ScreensExample, TagsExample, ToastExample, TreeExample } from './small'
import { SheetExample } from './sheet'
import { StatesExample } from './states'

export interface Section {
  /** Last part of its address. */
  key: string
  title: string
  /** When to use it, in one sentence. */
  when: string
  Example: ComponentType
}

export const SECTIONS: readonly [Section, ...Section[]] = [
  { key: 'page', title: '资源页', when: '一类记录的查询、新增、修改、就地修改、状态流转、批量、导入和导出都在一页时，用 resourcePage 声明整页。', Example: PageExample },
  { key: 'list', title: '手写列表', when: '列表需要自己的按钮或取数方式，而整页声明不够用时，用 useResourceList 和 ListPage 拼装。', Example: ListByHand },
  { key: 'states', title: '列表的状态', when: '没有数据、正在加载或加载失败时，列表自己给出说明和下一步，页面不必再写。', Example: StatesExample },
  { key: 'form', title: '表单', when: '新增或修改一条记录时，用 FormDrawer，字段的名称和规则都来自契约。', Example: FormExample },
  { key: 'kinds', title: '字段种类与规则', when: '明细行、富文本、时间、地址、人员等字段，以及字段之间的计算、默认值和可选范围，都写在契约里，列表、表单和详情照着显示。', Example: KindsExample },
  { key: 'long', title: '长表单', when: '字段很多时仍用同一个表单，它按宽度分栏，提交后从汇总逐项跳到要改的地方。', Example: LongFormExample },
  { key: 'refusals', title: '服务端拒绝', when: '只有服务端才能判断的问题，会显示在对应字段下，并汇总在表单顶部供逐项跳转。', Example: RefusalExample },
  { key: 'conflict', title: '编辑冲突', when: '保存时他人已先改过同一条记录，由填写人逐项选择保留哪一份。', Example: ConflictExample },
  { key: 'draft', title: '草稿', when: '填写时间较长的表单给出 draft，离开或断网后再打开可以接着填写。', Example: DraftExample },
  { key: 'reason', title: '询问原因', when: '执行不可轻易撤回的操作前，用 ReasonDialog 说明后果，并按需要求填写原因。', Example: ReasonExample },
  { key: 'detail', title: '详情', when: '只看一条记录的全部内容和动态时，用 DetailDrawer，可直接翻到上一条或下一条。', Example: DetailExample },
  { key: 'part', title: '页内列表', when: '一条记录之下还有一组明细时，用 ResourcePart 把列表放进别的页面，它不占用地址栏。', Example: PartExample },
  { key: 'sheet', title: '自定义表单', when: '显示、填写或打印由设计器做出的表单时，用 loadSheets 建立表单并交给 FormSheet，条件、计算和校验与服务端一致。', Example: SheetExample },
  { key: 'tree', title: '树形选项', when: '选项有上下级关系时，用 treeOptions 把带上级编号的行变成可搜索的树。', Example: TreeExample },
  { key: 'scanner', title: '扫码', when: '需要用摄像头读取二维码时用 Scanner，没有权限或没有摄像头时它会说明原因和下一步。', Example: ScannerExample },
  { key: 'toasts', title: '提示', when: '操作已经完成或没有成功，而页面上看不出来时，用一句提示告知，三秒后自动消失。', Example: ToastExample },
  { key: 'tags', title: '状态标签', when: '显示状态时用 StatusTag，颜色、图标和文字都来自契约，不单靠颜色区分。', Example: TagsExample },
  { key: 'screens', title: '说明页', when: '整块内容没有、打不开或不允许查看时，用说明页告诉使用者原因和可以做什么。', Example: ScreensExample },
]
