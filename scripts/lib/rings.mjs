/** One shortest ring for each knot of a graph (Tarjan's strongly connected components). */
export function rings(graph) {
  const order = new Map()
  const low = new Map()
  const stack = []
  const open = new Set()
  const knots = []
  const visit = (start) => {
    const work = [{ node: start, next: 0 }]
    order.set(start, order.size)
    low.set(start, order.get(start))
    stack.push(start)
    open.add(start)
    while (work.length > 0) {
      const top = work.at(-1)
      const edges = graph.get(top.node) ?? []
      if (top.next < edges.length) {
        const { to } = edges[top.next]
        top.next += 1
        if (!order.has(to)) {
          order.set(to, order.size)
          low.set(to, order.get(to))
          stack.push(to)
          open.add(to)
          work.push({ node: to, next: 0 })
        } else if (open.has(to)) {
          low.set(top.node, Math.min(low.get(top.node), order.get(to)))
        }
        continue
      }
      work.pop()
      const above = work.at(-1)
      if (above) low.set(above.node, Math.min(low.get(above.node), low.get(top.node)))
      if (low.get(top.node) === order.get(top.node)) {
        const knot = new Set()
        let node
        do {
          node = stack.pop()
          open.delete(node)
          knot.add(node)
        } while (node !== top.node)
        if (knot.size > 1 || (graph.get(top.node) ?? []).some(({ to }) => to === top.node)) knots.push(knot)
      }
    }
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return knots.map((knot) => shortestRing(graph, knot))
}

function shortestRing(graph, knot) {
  const [start] = [...knot].sort()
  const before = new Map([[start, null]])
  for (const queue = [start]; queue.length > 0; ) {
    const node = queue.shift()
    for (const { to } of graph.get(node) ?? []) {
      if (to === start) {
        const ring = []
        for (let step = node; step !== null; step = before.get(step)) ring.unshift(step)
        return ring
      }
      if (knot.has(to) && !before.has(to)) {
        before.set(to, node)
        queue.push(to)
      }
    }
  }
  return [start]
}
