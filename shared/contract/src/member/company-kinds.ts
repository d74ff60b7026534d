import { choice } from '../core/fields'
import { statusMachine } from '../core/status-machine'

// What companies are told apart by. It stands beside the resource, for what is chosen by these marks needs nothing else of it.

export const companyType = choice('公司类型', {
  listed: '境内上市公司',
  overseas: '境外上市公司',
  preListed: '拟上市公司',
  intermediary: '中介机构',
  localAssociation: '地方协会',
  other: '其他',
})
export const exchange = choice('上市交易所', { sse: '上交所', szse: '深交所', bse: '北交所', overseas: '境外' })
export const board = choice('板块', {
  shMain: '沪主板',
  star: '科创板',
  szMain: '深主板',
  chiNext: '创业板',
  bse: '北交所',
  unlisted: '未上市',
})
export const controllerType = choice('实际控制人性质', {
  central: '央企',
  local: '地方国企',
  private: '民企',
  foreign: '外资',
  none: '无实控人',
  other: '其他',
})

const change = 'member:company:update'
/** Listing status; transitions of the trade (domain A1). */
export const listStatus = statusMachine(
  '上市状态',
  {
    unlisted: ['未上市', 'grey'],
    normal: ['正常上市', 'green'],
    warned: ['风险警示', 'amber'],
    suspended: ['停牌', 'violet'],
    delisting: ['退市整理', 'red'],
    delisted: ['已退市', 'grey'],
  },
  [
    { from: ['unlisted', 'warned', 'suspended'], to: 'normal', verb: 'markNormal', label: '正常上市', permit: change, reason: 'optional' },
    { from: ['normal', 'suspended'], to: 'warned', verb: 'markWarned', label: '风险警示', permit: change, reason: 'required' },
    { from: ['normal'], to: 'suspended', verb: 'suspend', label: '停牌', permit: change, reason: 'required' },
    { from: ['normal', 'warned', 'suspended'], to: 'delisting', verb: 'startDelisting', label: '退市整理', permit: change, reason: 'required', danger: true },
    { from: ['normal', 'warned', 'delisting'], to: 'delisted', verb: 'delist', label: '退市', permit: change, reason: 'required', danger: true },
    { from: ['delisted'], to: 'unlisted', verb: 'markUnlisted', label: '转为未上市', permit: change, reason: 'required' },
  ],
)
