const END = 0x06054b50
const ENTRY = 0x02014b50

/**
 * Bytes that an archive says it unpacks to, read from its central directory without unpacking
 * anything; null when it is no archive. The reader's memory limit catches an archive that lies.
 */
export function unpackedSize(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = -1
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (view.getUint32(at, true) === END) {
      end = at
      break
    }
  }
  if (end < 0) return null
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) return null
    const size = view.getUint32(at + 24, true)
    if (size === 0xffffffff) return Number.POSITIVE_INFINITY
    total += size
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return total
}
