import { choice } from '../core/fields'

/** The 36 regional offices of the securities regulator, by place. */
export const JURISDICTIONS = [
  '北京', '天津', '河北', '山西', '内蒙古', '辽宁', '吉林', '黑龙江', '上海', '江苏', '浙江', '安徽', '福建', '江西', '山东', '河南',
  '湖北', '湖南', '广东', '广西', '海南', '重庆', '四川', '贵州', '云南', '西藏', '陕西', '甘肃', '青海', '宁夏', '新疆', '深圳', '大连',
  '宁波', '厦门', '青岛',
] as const
export const jurisdiction = choice(
  '辖区证监局',
  Object.fromEntries(JURISDICTIONS.map((j) => [j, `${j}证监局`])) as Record<(typeof JURISDICTIONS)[number], string>,
)
