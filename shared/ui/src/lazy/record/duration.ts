const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

/** How long something took, in the two largest units: 2 天 3 小时. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return '不到 1 分钟'
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / MINUTE)]
  if (days > 0) return hours > 0 && days < 10 ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours > 0) return minutes > 0 ? `${hours} 小时 ${minutes} 分钟` : `${hours} 小时`
  return `${minutes} 分钟`
}
