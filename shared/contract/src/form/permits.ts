import { permits } from '../core/permit'

export const form = /* @__PURE__ */ permits('form', '表单', {
  'template:read': '查看表单模板',
  'template:update': '设计表单模板',
  'template:publish': '发布表单模板',
  'round:read': '查看表单发放',
  'round:update': '维护表单发放',
  'round:run': '下发、暂停与结束发放',
  'answer:read': '查看填报内容',
  'answer:audit': '认证与作废填报',
})

/** Steps of an answer that whoever fills it in carries out have this permit, which nobody holds: the task is what they need. */
export const BY_FILLER = 'form:fill'
