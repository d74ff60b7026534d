import { questionsFromText } from './text-questions'

const read = (text: string) => questionsFromText(text)
const first = (text: string) => read(text).sections.flatMap(({ questions }) => questions)
const labels = (text: string) => first(text).map(({ label, options }) => [label, ...(options ?? []).map((one) => one.label)])

test('numbered lines become questions, lettered ones their options', () => {
  const { sections, unread } = read(`上市公司治理问卷
1. 贵公司的性质是（ ）【单选】
A. 国有控股
B. 民营
C. 其他（请注明）____
2、设立了哪些专门委员会？（可多选）
A．审计 B．提名 C．战略
3. 联系人：____
4. 请说明存在的困难和建议`)
  expect(unread).toEqual([{ line: 1, text: '上市公司治理问卷' }])
  expect(sections).toEqual([
    {
      title: '',
      questions: [
        {
          type: 'radio',
          label: '贵公司的性质是',
          options: [
            { value: '1', label: '国有控股' },
            { value: '2', label: '民营' },
            { value: '3', label: '其他（请注明）', other: true },
          ],
        },
        {
          type: 'checkbox',
          label: '设立了哪些专门委员会？',
          options: [
            { value: '1', label: '审计' },
            { value: '2', label: '提名' },
            { value: '3', label: '战略' },
          ],
        },
        { type: 'text', label: '联系人' },
        { type: 'textarea', label: '请说明存在的困难和建议' },
      ],
    },
  ])
})

test('coarser signs are headings, finer ones options', () => {
  const { sections } = read('一、基本情况\n1．公司名称____\n二、治理\n（一）董事会\n2．是否设立 ①是 ②否\n3．委员会\n（1）审计\n（2）提名')
  expect(sections.map(({ title, questions }) => [title, questions.map(({ label, options }) => [label, options?.length ?? 0])])).toEqual([
    ['基本情况', [['公司名称', 0]]],
    ['治理', []],
    [
      '董事会',
      [
        ['是否设立', 2],
        ['委员会', 2],
      ],
    ],
  ])
})

test.each([
  ['（一）公司名称\n（二）所属行业', [['公司名称'], ['所属行业']]],
  ['①公司名称\n②所属行业', [['公司名称'], ['所属行业']]],
  ['（1）是否独立\nA.是B.否', [['是否独立', '是', '否']]],
  ['1、是否独立 □是 □否', [['是否独立', '是', '否']]],
  ['1、是否独立\n□ 是\n□ 否', [['是否独立', '是', '否']]],
  ['性别：□男 □女', [['性别', '男', '女']]],
  ['第1题 公司名称\n第2题 代码', [['公司名称'], ['代码']]],
  ['Q1. 公司名称', [['公司名称']]],
  ['1.1 公司名称\n1.2 代码', [['公司名称'], ['代码']]],
  ['1. 下列说法正确的是【多选题】\n独立董事\n审计委员会', [['下列说法正确的是', '独立董事', '审计委员会']]],
])('%s', (text, wanted) => expect(labels(text)).toEqual(wanted))

test('letters and numbers within a sentence are no options', () => {
  expect(labels('1. 是否同时发行A股、B股和H股\n2. 持股3.5亿股以上的股东____')).toEqual([
    ['是否同时发行A股、B股和H股'],
    ['持股3.5亿股以上的股东'],
  ])
  expect(read('2026.5亿元以上').sections).toEqual([])
})

test('tags and blanks tell the type, what is required and how many may be chosen', () => {
  expect(
    first(
      '1. 选择（最多选三项）\nA.甲\nB.乙\n2. *姓名（必填）\n3. 注册资本____万元\n4. 成立日期____年__月__日\n5. 员工人数：____人\n6. 营业执照【附件】\n7. 是否上市【判断】\n8. 姓名____职务____',
    ),
  ).toEqual([
    {
      type: 'checkbox',
      label: '选择',
      max: '3',
      options: [
        { value: '1', label: '甲' },
        { value: '2', label: '乙' },
      ],
    },
    { type: 'text', label: '姓名', required: true },
    { type: 'money', label: '注册资本', unit: 'wan' },
    { type: 'date', label: '成立日期' },
    { type: 'number', label: '员工人数', unit: '人' },
    { type: 'file', label: '营业执照' },
    {
      type: 'radio',
      label: '是否上市',
      options: [
        { value: '1', label: '是' },
        { value: '2', label: '否' },
      ],
    },
    { type: 'text', label: '姓名____职务____' },
  ])
})

test('notes become help, lines to write on a longer answer, and the rest is listed', () => {
  const { sections, unread } = read('1. 主要业务\n注：按营业收入排序\n________\n\n感谢您的支持')
  expect(sections[0]?.questions).toEqual([{ type: 'textarea', label: '主要业务', help: '按营业收入排序' }])
  expect(unread).toEqual([{ line: 5, text: '感谢您的支持' }])
  expect(read(`1. ${'长'.repeat(600)}\n2. 短`)).toEqual({
    sections: [{ title: '', questions: [{ type: 'text', label: '短' }] }],
    unread: [{ line: 1, text: `1. ${'长'.repeat(497)}` }],
  })
})

test('invisible characters are left out, and a text of nothing else is nothing', () => {
  expect(labels('1.\u200b公司\u202e名称\u00a0\u3000____')).toEqual([['公司名称']])
  expect(read(' \n\u3000\n')).toEqual({ sections: [], unread: [] })
})

test('numbers go on as far as a document does, and a year is none', () => {
  const many = Array.from({ length: 3000 }, (_, i) => `${i + 1}. 题目${i + 1}`).join('\n')
  expect(read(many).sections[0]?.questions).toHaveLength(3000)
  expect(labels('1. 2025年收入____')).toEqual([['2025年收入']])
})
