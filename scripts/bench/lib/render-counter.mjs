/**
 * Runs in the page before its scripts: counts what React draws. `window.drawn` has commits, components that ran, and elements
 * that were made for the document (`td` among them apart). React tells its development tools of every commit, in production too;
 * this takes their place.
 */
export function countRenders() {
  const PERFORMED = 1
  const drawn = { commits: 0, components: 0, elements: 0, cells: 0, rows: 0 }
  window.drawn = drawn
  const isElement = (fiber) => typeof fiber.type === 'string'
  const children = (fiber, each) => {
    for (let child = fiber.child; child; child = child.sibling) each(child)
  }
  const look = (fiber, before) => {
    if (isElement(fiber)) {
      if (before) return
      drawn.elements += 1
      if (fiber.type === 'td') drawn.cells += 1
      if (fiber.type === 'tr') drawn.rows += 1
    } else if (typeof fiber.type === 'function' || (typeof fiber.type === 'object' && fiber.type !== null)) {
      if (!before || (fiber.flags & PERFORMED && fiber !== before)) drawn.components += 1
    }
  }
  const runtime = (fiber) => {
    look(fiber, null)
    children(fiber, runtime)
  }
  const walk = (fiber, before) => {
    look(fiber, before)
    // The same child: React has gone no further here.
    if (fiber.child === before.child) return
    children(fiber, (child) => {
      if (!child.alternate) runtime(child)
      else if (child !== child.alternate) walk(child, child.alternate)
    })
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id, root) {
      drawn.commits += 1
      if (root.current.alternate) walk(root.current, root.current.alternate)
      else runtime(root.current)
    },
  }
}
