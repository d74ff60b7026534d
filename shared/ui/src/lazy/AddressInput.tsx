import { Cascader } from 'antd'
import { areaList, useCascaderAreaData } from '@vant/area-data'
import { useState } from 'react'
import { Flex, Input } from '../shell'
import { CLEARING } from '../data/kit/select'

export interface AddressInputProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-required'?: boolean | 'true' | 'false'
}

/** What stands for the county of a province in the register of regions, and in no address. */
const NO_PLACE = /^(县|市辖区|省直辖县|自治区直辖县)$/

const nameOf = (code: string): string => areaList.province_list[code] ?? areaList.city_list[code] ?? areaList.county_list[code] ?? ''

/** A region as an address writes it: 北京市东城区, not 北京市北京市东城区. */
const regionText = (path: readonly string[]): string => {
  const names = path.map(nameOf)
  return names.filter((name, i) => !NO_PLACE.test(name) && name !== names[i - 1]).join('')
}

interface Parts {
  path: string[]
  detail: string
}

/** Every region with its text, the longest first: an address begins with the first that fits. */
let regions: { text: string; path: string[] }[] | null = null
const allRegions = () => {
  const pathOf = (code: string) => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code].filter((one, i, all) => all.indexOf(one) === i && nameOf(one))
  regions ??= [...Object.keys(areaList.province_list), ...Object.keys(areaList.city_list), ...Object.keys(areaList.county_list)]
    .map((code) => ({ path: pathOf(code), text: regionText(pathOf(code)) }))
    .sort((a, b) => b.text.length - a.text.length)
  return regions
}

/** An address taken apart: the region that it begins with, as codes, and the rest. */
export function addressParts(address: string): Parts {
  const found = allRegions().find(({ text }) => text && address.startsWith(text))
  return found ? { path: found.path, detail: address.slice(found.text.length) } : { path: [], detail: address }
}

const textOf = ({ path, detail }: Parts): string => `${regionText(path)}${detail}`

/** An address: its region out of the register, searched by name, and what follows. Its value is the whole in one line. */
export function AddressInput({ id, value, onChange, placeholder = '街道、门牌号', disabled = false, ...aria }: AddressInputProps) {
  const [parts, setParts] = useState(() => addressParts(value ?? ''))
  // From a draft, or what somebody else has saved; what is typed here is not taken apart under the hand.
  if (textOf(parts).trim() !== (value ?? '').trim()) setParts(addressParts(value ?? ''))
  const put = (next: Parts) => {
    setParts(next)
    onChange?.(textOf(next) || null)
  }
  return (
    <Flex gap={8}>
      <Cascader
        aria-label="省市区"
        style={{ width: 220, flex: 'none' }}
        disabled={disabled}
        allowClear={CLEARING}
        changeOnSelect
        placeholder="省 / 市 / 区"
        options={useCascaderAreaData()}
        fieldNames={{ label: 'text' }}
        showSearch={{ filter: (word, path) => path.some((one) => String(one['text']).includes(word)) }}
        displayRender={(labels) => labels.filter((label, i) => label !== labels[i - 1]).join(' / ')}
        value={parts.path}
        onChange={(next: unknown) => put({ ...parts, path: ((next as string[] | undefined) ?? []).map(String) })}
      />
      <Input {...(id ? { id } : {})} {...aria} disabled={disabled} placeholder={placeholder} value={parts.detail} onChange={(e) => put({ ...parts, detail: e.target.value })} />
    </Flex>
  )
}
