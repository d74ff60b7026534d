export function lastComplaint(said) {
  const lines = said.split('\n').map((line) => line.trim()).filter(Boolean)
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return complaint.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '')
}

export function sleep(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds))
}
