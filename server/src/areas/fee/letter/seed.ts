import { richOf } from '@assoc/contract/core/rich-text'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { demoLetters } from './demo.repository'
import { issueDemo } from './issue'
import { insertTemplate, presetIssuer } from './repository'

const MENU: MenuSeed[] = [
  { menuId: 1112, parentId: 1100, menuName: '会员文书', menuPath: '/feeManage/letter', menuLink: 'member/LetterList', sortNo: 12 },
  { menuId: 1113, parentId: 1100, menuName: '文书模板', menuPath: '/feeManage/letterTemplate', menuLink: 'member/LetterTemplate', sortNo: 13 },
]

const TEMPLATES = [
  { kind: 'notice', name: '缴费通知书', title: '会费缴纳通知书', withBills: true, text: '${会员名称}：\n根据本会章程和会费标准，贵单位尚有会费 ${待缴金额} 元待缴，缴费截止日为 ${缴费截止日}，明细见下表。\n请于截止日前汇至下列账户，汇款时请注明会员编号 ${会员编号}。\n感谢贵单位对本会工作的支持。' },
  { kind: 'dunning', name: '催缴函', title: '会费催缴函', withBills: true, text: '${会员名称}：\n截至 ${出具日期}，贵单位 ${欠费年度} 年度会费共 ${欠费金额} 元已逾期未缴，明细见下表。\n请于收到本函之日起三十日内汇至下列账户，汇款时请注明会员编号 ${会员编号}。如已缴纳，请与我会联系核对。\n逾期仍未缴纳的，本会将依照章程处理。' },
  { kind: 'certificate', name: '会员证书', title: '会员证书', withBills: false, text: '兹证明 ${会员名称} 自 ${入会日期} 起为 ${协会名称} 会员。\n会员编号：${会员编号}\n会员类别：${会员类别}\n特发此证。' },
  { kind: 'withdrawal', name: '退会/除名函', title: '会籍终止通知函', withBills: false, text: '${会员名称}：\n贵单位（会员编号 ${会员编号}）的会籍因“${终止类型}”终止，决议文号：${决议文号}。\n事由：${终止原因}\n自终止之日起，贵单位不再享有会员权利，请交回会员证书。如有异议，可在收到本函之日起三十日内向本会提出。' },
]

/** Letters stand with the fees; the first words of each kind are there from the beginning. */
export const letterSeed: Seed = {
  name: 'member.fee.letter',
  order: 38,
  async run(db) {
    await seedMenus(db, MENU, ['FEE_OP', 'FEE_LEAD', 'LEADER'])
    await grantRole(db, 'FEE_OP', ['fee:letter:read', 'fee:letter:issue'])
    await grantRole(db, 'FEE_LEAD', ['fee:letter:'])
    await grantRole(db, 'LEADER', ['fee:letter:read'])
    for (const { kind, name, title, withBills, text } of TEMPLATES) await insertTemplate(db, { kind, name, title, withBills, content: richOf(text) })
  },
}

/** Account of the demo association, and some letters of it. */
export const letterDemo: Seed = {
  name: 'member.fee.letter.demo',
  order: 63,
  demo: true,
  async run(db) {
    await presetIssuer(db, '示例上市公司协会', '示例银行营业部', '6200000000000000001')
    const { memberIds, templateId } = await demoLetters(db)
    if (templateId) await issueDemo(db, templateId, memberIds)
  },
}
