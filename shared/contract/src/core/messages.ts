import { z } from 'zod'

/**
 * Chinese sentences for refusals that a schema does not word itself. Set once for browser and
 * server, so that both ends say the same thing at the same field.
 */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null || issue.input === '' ? '必填' : '格式不正确'
      case 'unrecognized_keys':
        return `不支持的字段：${issue.keys.map((k) => k.slice(0, 40)).join('、')}`
      case 'too_big':
        return `不能超过 ${String(issue.maximum)}`
      case 'too_small':
        return issue.origin === 'string' && Number(issue.minimum) <= 1 ? '必填' : `不能少于 ${String(issue.minimum)}`
      case 'invalid_value':
        return '不在可选范围内'
      default:
        return '格式不正确'
    }
  },
})
