import '@testing-library/jest-dom'
import { configure, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../testing'
import { ImportMapping } from './ImportMapping'

// Whether a role is hidden is not asked: it costs a second per query with the style sheets of antd.
configure({ defaultHidden: true })

const columns = {
  titles: [{ title: '编号', sample: 'a1' }, { title: '叫法', sample: '甲' }, { title: '颜色', sample: '' }],
  columns: [
    { field: 'code', label: '编码', required: true, title: '编号' },
    { field: 'name', label: '名称', required: true, title: null },
    { field: 'remark', label: '备注', required: false, title: null },
  ],
}

test('what is found is chosen already, what must be there is asked for, and each column of the file has its field or none', async () => {
  const onMap = jest.fn()
  renderUi(<ImportMapping label="字典" columns={columns} busy={false} onMap={onMap} />)
  const user = userEvent.setup()
  expect(screen.getByRole('button', { name: '按此对应检查' })).toBeDisabled()
  expect(screen.getByText('还需选择：名称')).toBeInTheDocument()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '名称对应的列' }))
  // A column of the file that is another field already is not offered again.
  expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(2)
  await user.click(await screen.findByTitle('叫法（例如 甲）'))
  await user.click(screen.getByRole('button', { name: '按此对应检查' }))
  expect(onMap).toHaveBeenCalledWith([{ title: '编号', field: 'code' }, { title: '叫法', field: 'name' }, { title: '颜色', field: null }])
})
