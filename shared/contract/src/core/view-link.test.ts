import { viewLink, viewOfPath, type ConsoleLink } from './view-link'

test('a link names the view, the record and the filters; what is empty is left out', () => {
  expect(viewLink('member/DuesBill')).toBe('/go/member/DuesBill')
  expect(viewLink('member/DuesBill', { record: '12', billYear: 2026, keyword: null, memberId: undefined, status: '' })).toBe('/go/member/DuesBill?record=12&billYear=2026')
  expect(viewLink('member/CompanyList', { keyword: '甲&乙' })).toBe('/go/member/CompanyList?keyword=%E7%94%B2%26%E4%B9%99')
})

test('a view that no remote has does not compile, and neither does an address of the menu', () => {
  // @ts-expect-error -- no such view
  expect(viewLink('member/DuesBills')).toBe('/go/member/DuesBills')
  // @ts-expect-error -- where a page stands is the menu's matter
  const link: ConsoleLink = '/feeManage/duesBill?billYear=2026'
  expect(viewOfPath(link)).toBeNull()
})

test('only a path that names one view is taken for one', () => {
  expect(viewOfPath('/go/member/DuesBill')).toBe('member/DuesBill')
  for (const path of ['/go', '/go/', '/go/member', '/go/member/', '/go/member/DuesBill/', '/go/member/DuesBill/1', '/going/member/DuesBill', '/x/go/member/DuesBill', '/go//DuesBill', '/go/../login']) expect(viewOfPath(path)).toBeNull()
})
