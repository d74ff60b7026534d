const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/
const V6 = /^(?=.*:)[0-9a-f:]{2,39}$/i

/** Whether a text is an IP address or a range in CIDR form: 192.0.2.7, 192.0.2.0/24, 2001:db8::/32. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0) return false
  const bits = V4.test(address) ? 32 : V6.test(address) && address.split('::').length <= 2 ? 128 : 0
  return bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}
